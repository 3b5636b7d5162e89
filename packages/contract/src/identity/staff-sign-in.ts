import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged } from '../platform/fields.ts';
import { passkeyProof } from './passkeys.ts';
import { secondFactorForm } from './second-factor.ts';

/**
 * `done`: the console is open. `code`: this session has yet to verify the second factor, with a code
 * (verifySecondFactor) where there is an `app`, or with one of the `passkeys` (verifyStaffPasskey).
 * `enrolment`: there is neither yet (enrolSecondFactor, then confirmSecondFactor).
 * `recoveryCodesLeft` is null unless `done` with an app. `passkeyOnly`: a code is not enough.
 */
export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/staff/second-factor',
  access: 'staff-sign-in',
  summary: 'How far the caller’s sign-in as staff has come',
  answer: z.object({
    state: z.enum(['done', 'code', 'enrolment']),
    recoveryCodesLeft: z.nullable(z.number()),
    app: z.boolean(),
    passkeys: z.number(),
    passkeyOnly: z.boolean(),
  }),
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
  errors: ['second-factor.enrolled', 'staff.passkey-only'],
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
  errors: ['second-factor.enrolled', 'second-factor.not-enrolled', 'second-factor.wrong-code', 'staff.passkey-only'],
});

export const verifySecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor',
  access: 'staff-sign-in',
  summary: 'Open the console for this session with a code of the app or a recovery code; each is good once',
  body: secondFactorForm,
  renewsSession: true,
  answer: z.object(acknowledged),
  errors: ['second-factor.not-enrolled', 'second-factor.wrong-code', 'staff.passkey-only'],
});

/** The options of the proof come from requestPasskeyProof. */
export const verifyStaffPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/passkey',
  access: 'staff-sign-in',
  summary: 'Open the console for this session with one of the caller’s passkeys',
  body: passkeyProof,
  renewsSession: true,
  answer: z.object(acknowledged),
  errors: ['passkey.expired', 'passkey.refused', 'passkey.cloned'],
});

export const setPasskeyOnly = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/second-factor/passkey-only',
  access: 'admin',
  permission: 'any',
  summary: 'Whether only a passkey opens the console for the caller, and no code',
  body: z.object({ passkeyOnly: z.boolean() }),
  answer: z.object({ ...acknowledged, passkeyOnly: z.boolean() }),
  errors: ['staff.no-passkey'],
});

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/staff/second-factor/recovery-codes',
  access: 'admin',
  permission: 'any',
  summary: 'New recovery codes in place of the old ones, against a code of the app',
  body: secondFactorForm,
  answer: z.object({ ...acknowledged, recoveryCodes: z.array(z.string()) }),
  errors: ['second-factor.not-enrolled', 'second-factor.wrong-code'],
});

export const api = {
  description: 'The second factor of staff.',
  endpoints: {
    getSecondFactor,
    enrolSecondFactor,
    confirmSecondFactor,
    verifySecondFactor,
    verifyStaffPasskey,
    setPasskeyOnly,
    renewRecoveryCodes,
  },
};
