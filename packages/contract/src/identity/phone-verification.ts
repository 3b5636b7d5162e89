import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, requiredText, timestamp } from '../platform/fields.ts';

const phoneNumber = requiredText(40, 'Please enter your phone number');

/** Specification section 5, SMS. */
const INCOMPLETE_CODE = 'Please enter the complete verification code';

export const phoneForm = z.object({ phoneNumber });

/** `expiresAt` is 300 seconds ahead (specification section 4, SMS). */
export const sendPhoneCode = defineEndpoint({
  method: 'POST',
  path: '/api/sms/send-otp',
  access: 'session',
  summary: 'Send a six-digit code to a Nigerian mobile number',
  body: phoneForm,
  answer: z.object({ ...acknowledged, phoneNumber: z.string(), expiresAt: timestamp }),
  errors: ['phone.not-nigerian-mobile', 'phone.too-many-codes', 'phone.sending-failed'],
});

export const verifyPhoneCode = defineEndpoint({
  method: 'POST',
  path: '/api/sms/verify-otp',
  access: 'session',
  summary: 'Verify the number with the code that was sent to it',
  body: z.object({
    phoneNumber,
    otp: z.string(INCOMPLETE_CODE).check(z.trim(), z.regex(/^\d{6}$/, INCOMPLETE_CODE)),
  }),
  freshProof: true,
  answer: z.object({ ...acknowledged, phoneNumber: z.string() }),
  errors: ['phone.not-nigerian-mobile', 'phone.wrong-code', 'phone.code-expired', 'phone.too-many-codes'],
});

export const api = {
  description: 'Proof that a telephone number is the customer’s own.',
  endpoints: { sendPhoneCode, verifyPhoneCode },
  schemas: { phoneForm },
};
