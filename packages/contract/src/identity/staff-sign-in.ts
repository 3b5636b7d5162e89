import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged } from '../platform/fields.ts';

/** Six digits of the authenticator app, spaces allowed, or a recovery code. */
const code = z
  .string('Enter the code')
  .check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(32, 'That is too long for a code'));

const secondFactorForm = z.object({ code });

/**
 * `done`: the console is open. `code`: this session has yet to verify the second factor
 * (verifySecondFactor). `enrolment`: no app is set up yet (enrolSecondFactor, then
 * confirmSecondFactor). `recoveryCodesLeft` is null unless `done` with an app.
 */
export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/staff/second-factor',
  access: 'staff-sign-in',
  summary: 'How far the caller’s sign-in as staff has come',
  answer: z.object({ state: z.enum(['done', 'code', 'enrolment']), recoveryCodesLeft: z.nullable(z.number()) }),
  errors: [],
});

/**
 * `uri` is for a QR code, `secret` for typing in. A second request before the confirmation replaces
 * the secret.
 */
export const enrolSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/enrol',
  access: 'staff-sign-in',
  summary: 'Begin to set up an authenticator app',
  answer: z.object({ ...acknowledged, secret: z.string(), uri: z.string() }),
  errors: ['staff.enrolled'],
});

/** The codes are shown only once: only their hashes are stored. */
export const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/confirm',
  access: 'staff-sign-in',
  summary: 'Finish the set-up with a first code of the app; answers with the recovery codes and opens the console',
  body: secondFactorForm,
  renewsSession: true,
  answer: z.object({ ...acknowledged, recoveryCodes: z.array(z.string()) }),
  errors: ['staff.enrolled', 'staff.not-enrolled', 'staff.wrong-code'],
});

export const verifySecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor',
  access: 'staff-sign-in',
  summary: 'Open the console for this session with a code of the app or a recovery code; each is good once',
  body: secondFactorForm,
  renewsSession: true,
  answer: z.object(acknowledged),
  errors: ['staff.not-enrolled', 'staff.wrong-code'],
});

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/recovery-codes',
  access: 'admin',
  permission: 'any',
  summary: 'New recovery codes in place of the old ones, against a code of the app',
  body: secondFactorForm,
  answer: z.object({ ...acknowledged, recoveryCodes: z.array(z.string()) }),
  errors: ['staff.not-enrolled', 'staff.wrong-code'],
});
