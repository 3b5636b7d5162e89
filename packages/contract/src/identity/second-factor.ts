import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged } from '../platform/fields.ts';
import { currentUser } from './accounts.ts';

/** Six digits of the authenticator app, spaces allowed, or a recovery code. */
const code = z
  .string('Enter the code')
  .check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(32, 'That is too long for a code'));

export const secondFactorForm = z.object({ code });

/** A session of the password alone, in which login has answered account.second-factor, goes on as any other. */
export const completeLogin = defineEndpoint({
  method: 'POST',
  path: '/api/login/second-factor',
  access: 'anyone',
  summary: 'Finish a sign-in with a code of the authenticator app or a recovery code; each is good once',
  body: secondFactorForm,
  answer: z.object({ ...acknowledged, user: currentUser }),
  errors: ['session.missing', 'second-factor.wrong-code'],
});

/** `recoveryCodesLeft` is null without an app. */
export const getOwnSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  access: 'session',
  summary: 'Whether signing in takes a code of an authenticator app',
  answer: z.object({ app: z.boolean(), recoveryCodesLeft: z.nullable(z.number()) }),
  errors: [],
});

/**
 * `uri` is for a QR code, `secret` for typing in. A second request before the confirmation replaces
 * the secret.
 */
export const enrolOwnSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/user/second-factor/enrol',
  access: 'session',
  freshProof: true,
  summary: 'Begin to set up an authenticator app',
  answer: z.object({ ...acknowledged, secret: z.string(), uri: z.string() }),
  errors: ['second-factor.enrolled', 'second-factor.staff', 'account.unverified'],
});

/** The codes are shown only once: only their hashes are stored. */
export const confirmOwnSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/user/second-factor/confirm',
  access: 'session',
  summary:
    'Finish the set-up with a first code of the app; answers with the recovery codes and ends every other session',
  body: secondFactorForm,
  renewsSession: true,
  answer: z.object({ ...acknowledged, recoveryCodes: z.array(z.string()) }),
  errors: ['second-factor.enrolled', 'second-factor.not-enrolled', 'second-factor.wrong-code', 'second-factor.staff'],
});

export const switchOffSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/user/second-factor/off',
  access: 'session',
  summary: 'Sign in without the app again, against a code of it; ends every other session',
  body: secondFactorForm,
  answer: z.object(acknowledged),
  errors: ['second-factor.not-enrolled', 'second-factor.wrong-code', 'second-factor.staff'],
});

export const renewOwnRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  access: 'session',
  summary: 'New recovery codes in place of the old ones, against a code of the app',
  body: secondFactorForm,
  answer: z.object({ ...acknowledged, recoveryCodes: z.array(z.string()) }),
  errors: ['second-factor.not-enrolled', 'second-factor.wrong-code', 'second-factor.staff'],
});

export const api = {
  description: 'The authenticator app of a customer, and signing in with its code.',
  endpoints: {
    completeLogin,
    getOwnSecondFactor,
    enrolOwnSecondFactor,
    confirmOwnSecondFactor,
    switchOffSecondFactor,
    renewOwnRecoveryCodes,
  },
  schemas: { secondFactorForm },
};
