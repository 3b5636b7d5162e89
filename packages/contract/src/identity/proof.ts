import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged } from '../platform/fields.ts';
import { credentialProof } from './passkeys.ts';

/**
 * `fresh`: the caller has proved who they are in the last ten minutes, and may call what asks for it.
 * `by` is how they do it: with the password; with a code, where an authenticator app is set up; with a
 * passkey, for staff who let nothing else open the console; or by signing in at the directory again,
 * `GET /api/login/directory?again=yes`.
 */
export const getProof = defineEndpoint({
  method: 'GET',
  path: '/api/user/proof',
  access: 'session',
  summary: 'Whether the caller has just proved who they are, and how they can',
  answer: z.object({ fresh: z.boolean(), by: z.enum(['password', 'code', 'passkey', 'directory']) }),
  errors: [],
});

/** One of them, as `getProof` says: a password alone is no proof where there is a second factor. */
export const proofForm = z.object({
  password: z.optional(z.string().check(z.maxLength(1024, 'Use at most 1024 characters'))),
  code: z.optional(z.string().check(z.trim(), z.maxLength(32, 'That is too long for a code'))),
  /** With the options of `POST /api/user/passkeys/proof`. */
  credential: z.optional(credentialProof),
});
export type ProofForm = z.infer<typeof proofForm>;

export const giveProof = defineEndpoint({
  method: 'POST',
  path: '/api/user/proof',
  access: 'session',
  summary:
    'Prove who you are, by password, by a code of the authenticator app or by a passkey; good for ten minutes of this session',
  body: proofForm,
  renewsSession: true,
  answer: z.object(acknowledged),
  errors: [
    'account.wrong-password',
    'second-factor.wrong-code',
    'passkey.expired',
    'passkey.refused',
    'passkey.cloned',
    'session.proof-at-directory',
  ],
});

export const api = {
  description: 'Proving once more who one is, before something that matters.',
  endpoints: { getProof, giveProof },
  schemas: { proofForm },
};
