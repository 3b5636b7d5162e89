import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, emailAddress, optionalText, requiredText } from '../platform/fields.ts';

/**
 * A walk-in. An address or a Nigerian mobile number is needed: the link to choose a password goes
 * to the address, or where there is none to the number.
 */
export const walkInForm = z.object({
  firstName: requiredText(100, 'First name is required'),
  lastName: requiredText(100, 'Last name is required'),
  email: z.optional(emailAddress),
  phone: optionalText(30),
  referralCode: optionalText(32),
});
export type WalkInForm = z.infer<typeof walkInForm>;

export const registerWalkIn = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers',
  access: 'admin',
  permission: 'customers:register',
  summary: 'Register a customer at the counter, who chooses a password by a mailed or texted link',
  body: walkInForm,
  answer: z.object({
    ...acknowledged,
    customer: z.object({ id: z.number(), name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
    /** Where the link went. */
    linkSentBy: z.enum(['email', 'sms']),
  }),
  errors: ['account.email-taken', 'phone.not-nigerian-mobile', 'phone.sending-failed'],
});

export const api = {
  description: 'Registering a customer who is at the counter.',
  endpoints: { registerWalkIn },
  schemas: { walkInForm },
};
