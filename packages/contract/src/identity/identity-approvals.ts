import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumber, timestamp } from '../platform/fields.ts';

/**
 * What lets somebody into an account and waits for a second member of staff where the person cannot
 * prove it themselves: a new mailbox or number, passkeys or an authenticator app that are lost, and
 * two accounts of one person that become one.
 */
export const identityApprovalKinds = ['mailbox', 'phone', 'second-factor', 'account-merge'] as const;
export type IdentityApprovalKind = (typeof identityApprovalKinds)[number];

export const identityApprovalStates = ['waiting', 'confirmed', 'refused', 'withdrawn', 'expired'] as const;
export type IdentityApprovalState = (typeof identityApprovalStates)[number];

/** How long the second person has. */
export const IDENTITY_APPROVAL_MINUTES = 15;

const person = z.object({ id: z.number(), name: z.string() });

/**
 * What becomes different. `from` is null where there was nothing, `to` where it is taken away. Mailboxes
 * and numbers are masked for who may neither correct customers nor confirm it.
 */
const approvalChange = z.object({
  field: z.enum(['email', 'phone', 'passkeys', 'app', 'account']),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type IdentityApprovalChange = z.infer<typeof approvalChange>;

const identityApproval = z.object({
  id: z.string(),
  kind: z.enum(identityApprovalKinds),
  state: z.enum(identityApprovalStates),
  customer: person,
  changes: z.array(approvalChange),
  /** How the first member of staff knew who it was. */
  identifiedBy: z.string(),
  reason: z.string(),
  requestedBy: person,
  requestedAt: timestamp,
  expiresAt: timestamp,
  /** The second person, or who withdrew it; null while it waits and when it expired. */
  decidedBy: z.nullable(person),
  /** What they saw. */
  decisionReason: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
});
export type IdentityApproval = z.infer<typeof identityApproval>;

export const listIdentityApprovals = defineEndpoint({
  method: 'GET',
  path: '/api/staff/identity-approvals',
  access: 'admin',
  permission: 'customers:read',
  summary: 'What lets somebody into an account with a second member of staff, newest first, a hundred at most',
  query: z.object({ customer: z.optional(rowNumber), state: z.optional(z.enum(identityApprovalStates)) }),
  answer: z.array(identityApproval),
  errors: [],
});

export const decideIdentityApproval = defineEndpoint({
  method: 'POST',
  path: '/api/staff/identity-approvals/:id/decision',
  access: 'admin',
  permission: 'customers:confirm',
  summary: 'As a second person who has seen the card too, confirm or refuse it; its requester may only withdraw it',
  params: z.object({ id: identifier }),
  body: z.object({ approve: z.boolean(), reason: requiredText(500, 'Say what you have seen.') }),
  freshProof: true,
  answer: z.object({ ...acknowledged, approval: identityApproval }),
  errors: [
    'identity-approval.not-found',
    'identity-approval.second-person',
    'identity-approval.outdated',
    'customer.own-account',
    'account.email-taken',
    'customer.phone-taken',
    'account-merge.ended',
    'account-merge.merged',
    'account-merge.cannot',
    'account-merge.own-account',
    'account-merge.ledger-differs',
  ],
});

export const api = {
  description: 'What lets somebody into an account and needs two members of staff.',
  endpoints: { listIdentityApprovals, decideIdentityApproval },
  schemas: { identityApproval },
};
