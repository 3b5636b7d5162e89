import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, emailAddress, requiredText } from '../platform/fields.ts';
import { newPassword } from './accounts.ts';

const token = z.string().check(z.minLength(1), z.maxLength(128));

const ONE_OF_TWO = 'Enter an email address or a telephone number.';

/** To a mailbox, or as a text to a verified number: one of the two. */
const passwordResetRequestForm = z
  .object({ email: z.optional(emailAddress), phone: z.optional(requiredText(30, ONE_OF_TWO)) })
  .check(
    z.refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
      message: ONE_OF_TWO,
      path: ['email'],
    }),
  );
/** The one field of the page that asks where to send the link. */
export const passwordResetPlace = z.object({
  email: z.union(
    [emailAddress, z.string().check(z.trim(), z.regex(/^\+?[\d ()-]{7,20}$/))],
    'Enter your email address or phone number.',
  ),
});

export const newPasswordForm = z.object({ newPassword });

export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/api/password-reset/request',
  access: 'anyone',
  summary:
    'Mail a link that sets a new password, or text it to a verified number; the same answer whether either is known or not',
  body: passwordResetRequestForm,
  answer: z.object(acknowledged),
  errors: ['phone.not-nigerian-mobile'],
});

export const confirmPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/api/password-reset/confirm',
  access: 'anyone',
  summary: 'Set a new password with the token of the mailed link, once; ends every session of the account',
  body: z.object({ token, newPassword }),
  answer: z.object(acknowledged),
  errors: ['account.link-expired', 'account.weak-password'],
});

/**
 * `next` is how the person comes back in: by the link in a `mail` or `text` that was sent to them, through the
 * company's `directory`, or with the help of `support`, where their address is in other hands.
 */
export const reportNotMe = defineEndpoint({
  method: 'POST',
  path: '/api/not-me',
  access: 'anyone',
  summary:
    'Say by the link of a sign-in’s mail that it was somebody else: signs out everywhere and closes the account to its password',
  body: z.object({ token }),
  answer: z.object({ ...acknowledged, next: z.enum(['mail', 'text', 'directory', 'support']) }),
  errors: ['account.link-expired'],
});

export const requestEmailVerification = defineEndpoint({
  method: 'POST',
  path: '/api/user/email-verification',
  access: 'session',
  summary: 'Mail a link that verifies the caller’s address',
  answer: z.object(acknowledged),
  errors: ['account.email-verified'],
});

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/api/email-verification/confirm',
  access: 'anyone',
  summary: 'Verify an address with the token of the mailed link',
  body: z.object({ token }),
  answer: z.object(acknowledged),
  errors: ['account.link-expired'],
});

export const api = {
  description: 'A new password, and confirming an email address.',
  endpoints: { requestPasswordReset, confirmPasswordReset, reportNotMe, requestEmailVerification, confirmEmail },
  schemas: { passwordResetRequestForm },
};
