import * as z from 'zod/mini';
import { identifiedBy } from '../identity/identification.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, naira, requiredText, rowNumber, rowNumberInJson, timestamp } from '../platform/fields.ts';

/** `waiting` for the person's own proof or a second member of staff; `undone`: taken apart again. */
export const accountMergeStates = ['waiting', 'merged', 'undone', 'withdrawn', 'refused', 'expired'] as const;

/** How long the link in the mail to the account that goes works. */
export const MERGE_LINK_HOURS = 48;
/** How long two accounts can be taken apart again. */
export const MERGE_UNDO_DAYS = 30;

const account = z.object({ id: z.number(), name: z.string(), accountNumber: z.string() });

/** `count` rows of one kind, and why they stay or end; null where they go along. */
const share = z.object({ what: z.string(), count: z.number(), why: z.nullable(z.string()) });

/** What prevents a merge, or taking it apart, in a sentence. */
const obstacle = z.object({ code: z.string(), text: z.string() });
export type MergeObstacle = z.infer<typeof obstacle>;

/** What would become of everything that `from` has; nothing is done while `cannot` has anything. */
const preview = z.object({
  from: account,
  into: account,
  goes: z.array(share),
  stays: z.array(share),
  ends: z.array(share),
  /** Account credit that goes along. */
  credit: naira,
  cannot: z.array(obstacle),
  /** Whether the mailbox of `from` is verified, so that its person gets a link that proves it. */
  getsLink: z.boolean(),
});
export type MergePreview = z.infer<typeof preview>;

const accountMerge = z.object({
  id: z.string(),
  from: account,
  into: account,
  state: z.enum(accountMergeStates),
  reason: z.string(),
  identifiedBy: z.string(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  /** Until then it waits. */
  waitsUntil: timestamp,
  getsLink: z.boolean(),
  confirmedBy: z.nullable(z.string()),
  mergedAt: z.nullable(timestamp),
  undoUntil: z.nullable(timestamp),
  /** What was built on it, so that it cannot be taken apart any more; of one that is merged. */
  builtOn: z.array(obstacle),
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(timestamp),
  endReason: z.nullable(z.string()),
});
export type AccountMerge = z.infer<typeof accountMerge>;

/** Either what would happen (`dryRun`), or the merge that waits now. */
export const mergeAccounts = defineEndpoint({
  method: 'POST',
  path: '/api/staff/account-merges',
  access: 'admin',
  permission: 'accounts:merge',
  summary:
    'Have the account `from` of a person become a part of their account `into`: with `dryRun` only what goes where and what cannot; else it waits until the person has proved it by a link, or a second member of staff confirms it',
  body: z
    .object({
      from: rowNumberInJson,
      into: rowNumberInJson,
      dryRun: z.boolean(),
      identifiedBy: z.optional(identifiedBy),
      reason: z.optional(requiredText(500, 'Say why.')),
    })
    .check(
      z.refine(({ dryRun, reason }) => dryRun || reason !== undefined, { message: 'Say why.', path: ['reason'] }),
      z.refine((form) => form.dryRun || form.identifiedBy !== undefined, {
        message: 'Choose how you know who it is.',
        path: ['identifiedBy'],
      }),
    ),
  freshProof: true,
  answer: z.object({ ...acknowledged, preview, merge: z.nullable(accountMerge) }),
  errors: [
    'customer.not-found',
    'account-merge.same',
    'account-merge.merged',
    'account-merge.waiting',
    'account-merge.cannot',
    'account-merge.own-account',
    'identity-approval.waiting',
  ],
});

export const listAccountMerges = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/account-merges',
  access: 'admin',
  permission: 'customers:read',
  summary: 'Merges that a customer’s account was or is a part of, the newest first',
  params: z.object({ id: rowNumber }),
  answer: z.array(accountMerge),
  errors: ['customer.not-found'],
});

export const endAccountMerge = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/account-merges/:id',
  access: 'admin',
  permission: 'accounts:merge',
  summary:
    'Take two accounts apart again, within 30 days and while nothing was built on their merge; or withdraw a merge that waits',
  params: z.object({ id: z.uuid() }),
  query: z.object({ reason: requiredText(500, 'Say why.') }),
  freshProof: true,
  answer: z.object({ ...acknowledged, merge: accountMerge }),
  errors: [
    'account-merge.not-found',
    'account-merge.ended',
    'account-merge.too-late',
    'account-merge.built-on',
    'account-merge.ledger-differs',
    'account-merge.own-account',
  ],
});

/** With the token of the mail to the mailbox of the account that goes, in a session of the other one. */
export const confirmAccountMerge = defineEndpoint({
  method: 'POST',
  path: '/api/account-merges/confirm',
  access: 'session',
  accountRole: 'owner',
  summary: 'As the person of both accounts, have the one whose mailbox got the link become a part of the caller’s',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(128)) }),
  freshProof: true,
  answer: z.object(acknowledged),
  errors: [
    'account.link-expired',
    'account-merge.other-account',
    'account-merge.ended',
    'account-merge.cannot',
    'account-merge.merged',
    'account-merge.ledger-differs',
  ],
});

export const refuseAccountMerge = defineEndpoint({
  method: 'POST',
  path: '/api/account-merges/refuse',
  access: 'anyone',
  summary: 'With the token of the same mail, refuse the merge; staff are told',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(128)) }),
  answer: z.object(acknowledged),
  errors: ['account.link-expired'],
});

/** Why two accounts may be of one person. */
export const mergeSigns = ['phone', 'name', 'card', 'device'] as const;
export type MergeSign = (typeof mergeSigns)[number];

const suggestion = z.object({
  ...account.shape,
  email: z.string(),
  phone: z.nullable(z.string()),
  signs: z.array(z.enum(mergeSigns)),
});
export type MergeSuggestion = z.infer<typeof suggestion>;

export const listMergeSuggestions = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/merge-suggestions',
  access: 'admin',
  permission: 'customers:read',
  summary:
    'Accounts that may be of the same person, ten at most: by their verified number, their name with the same number or place, a saved card, or the hardware of a line',
  params: z.object({ id: rowNumber }),
  answer: z.array(suggestion),
  errors: ['customer.not-found'],
});

export const dismissMergeSuggestion = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/merge-suggestions/dismissals',
  access: 'admin',
  permission: 'accounts:merge',
  summary: 'Say that another account is of another person: the two are never suggested again',
  params: z.object({ id: rowNumber }),
  body: z.object({ other: rowNumberInJson }),
  answer: z.object(acknowledged),
  errors: ['customer.not-found', 'account-merge.same'],
});

export const api = {
  description: 'Two accounts of one person that become one, and can be taken apart again.',
  endpoints: {
    mergeAccounts,
    listAccountMerges,
    endAccountMerge,
    confirmAccountMerge,
    refuseAccountMerge,
    listMergeSuggestions,
    dismissMergeSuggestion,
  },
  schemas: { accountMerge, mergePreview: preview, mergeSuggestion: suggestion },
};
