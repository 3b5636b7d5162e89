import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, timestamp } from '../platform/fields.ts';

const FOUR_DIGITS = 'Enter four digits';

export const phonePinForm = z.object({
  pin: z.string(FOUR_DIGITS).check(z.trim(), z.regex(/^\d{4}$/, FOUR_DIGITS)),
});

/** `setAt` is null while there is none. */
export const getPhonePin = defineEndpoint({
  method: 'GET',
  path: '/api/user/phone-pin',
  access: 'session',
  viewable: true,
  summary: 'Whether the caller has a PIN for the menu on the telephone (USSD)',
  answer: z.object({ setAt: z.nullable(timestamp) }),
  errors: [],
});

/** With the account number it stands for the caller on a telephone whose number they have not verified. */
export const setPhonePin = defineEndpoint({
  method: 'PUT',
  path: '/api/user/phone-pin',
  access: 'session',
  freshProof: true,
  summary: 'Set the PIN for the menu on the telephone, four digits that are not in a row',
  body: phonePinForm,
  answer: z.object({ ...acknowledged, setAt: timestamp }),
  errors: ['phone-pin.too-simple'],
});

export const removePhonePin = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/phone-pin',
  access: 'session',
  summary: 'Remove the PIN for the menu on the telephone',
  answer: z.object(acknowledged),
  errors: [],
});

export const api = {
  description: 'The PIN by which a customer is known on any telephone.',
  endpoints: { getPhonePin, setPhonePin, removePhonePin },
  schemas: { phonePinForm },
};
