import * as z from 'zod/mini';
import { language } from '../../messaging/notices.ts';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, identifier, storable, timestamp } from '../../platform/fields.ts';
import { lineInBody } from '../../platform/line-of-call.ts';

/**
 * A paper that says to a third party who has an account: name, place, since when, until when it is
 * paid (null: nothing is paid at present). It keeps what it said on the day it was issued. `code` is
 * what lets a third party check it.
 */
export const accountProof = z.object({
  number: z.string(),
  code: z.string(),
  language,
  name: z.string(),
  place: z.nullable(z.string()),
  since: timestamp,
  paidUntil: z.nullable(timestamp),
  issuedAt: timestamp,
  withdrawnAt: z.nullable(timestamp),
});
export type AccountProof = z.infer<typeof accountProof>;

/** Without a line: the account’s first one. */
export const proofForm = z.object({ language, ...lineInBody.shape });

/** The same facts in the same language on the same day are the same paper. */
export const createAccountProof = defineEndpoint({
  method: 'POST',
  path: '/api/user/account-proofs',
  access: 'session',
  accountRole: 'billing',
  summary: 'Issue a proof of account for a bank, an embassy or a landlord',
  body: proofForm,
  answer: z.object({ ...acknowledged, proof: accountProof }),
  errors: ['line.not-found', 'account-proof.no-service', 'account-proof.too-many'],
});

export const listAccountProofs = defineEndpoint({
  method: 'GET',
  path: '/api/user/account-proofs',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s proofs of account, newest first, twenty at most',
  answer: z.array(accountProof),
  errors: [],
});

export const getAccountProofDocument = defineEndpoint({
  method: 'GET',
  path: '/api/user/account-proofs/:number/pdf',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'One of the caller’s proofs of account as a PDF',
  params: z.object({ number: identifier }),
  answer: null,
  errors: ['account-proof.not-found'],
});

/**
 * What a checker learns: nothing that is not on the paper in front of them, and the name only by its
 * first letters. A withdrawn paper has no facts. `address` is that of a paper about who had an address: which
 * one, at which moment, and the numbers of the accounts that it names; null for a proof of account.
 */
const proofCheck = z.object({
  state: z.enum(['valid', 'withdrawn']),
  number: z.string(),
  issuedAt: timestamp,
  issuer: z.string(),
  name: z.nullable(z.string()),
  since: z.nullable(timestamp),
  paidUntil: z.nullable(timestamp),
  address: z.nullable(z.object({ address: z.string(), at: timestamp, accountNumbers: z.array(z.string()) })),
});
export type ProofCheck = z.infer<typeof proofCheck>;

/** The same refusal for an unknown number and a wrong code. */
export const checkAccountProof = defineEndpoint({
  method: 'POST',
  path: '/api/account-proofs/check',
  access: 'anyone',
  summary: 'Check a proof of account by the number and the code on it',
  body: z.object({
    number: z.string().check(z.minLength(1, 'Enter the number on the paper'), z.maxLength(40), storable),
    code: z.string().check(z.minLength(1, 'Enter the code on the paper'), z.maxLength(60), storable),
  }),
  answer: proofCheck,
  errors: ['account-proof.unknown'],
});

export const api = {
  description: 'Proofs of account, and the public check of one.',
  endpoints: { createAccountProof, listAccountProofs, getAccountProofDocument, checkAccountProof },
  schemas: { accountProof, accountProofForm: proofForm, proofCheck },
};
