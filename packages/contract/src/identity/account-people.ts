import * as z from 'zod/mini';
import { accountRoles, defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, emailAddress, rowNumber, timestamp } from '../platform/fields.ts';

const accountRole = z.enum(accountRoles, 'Choose what this person may do');
export const accountPerson = z.object({ id: z.number(), name: z.string(), email: z.string(), role: accountRole });
export type AccountPerson = z.infer<typeof accountPerson>;

const invitation = z.object({ id: z.string(), email: z.string(), role: accountRole, expiresAt: timestamp });
export type AccountInvitation = z.infer<typeof invitation>;

/** An account that the caller belongs to. `name` is the company's, or that of its first owner. */
export const ownAccount = z.object({
  id: z.number(),
  accountNumber: z.string(),
  name: z.string(),
  role: accountRole,
  current: z.boolean(),
});
export type OwnAccount = z.infer<typeof ownAccount>;

/** `people` in the order in which they came; `invitations` are those that are still open, for owners. */
const account = z.object({
  accountNumber: z.string(),
  kind: z.enum(['home', 'company']),
  role: accountRole,
  people: z.array(accountPerson),
  invitations: z.array(invitation),
});
export type Account = z.infer<typeof account>;

export const invitationForm = z.object({ email: emailAddress, role: accountRole });
export type InvitationForm = z.infer<typeof invitationForm>;

export const getAccount = defineEndpoint({
  method: 'GET',
  path: '/api/user/account',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  summary: 'The account that the caller acts for, and its people',
  answer: account,
  errors: [],
});

export const invitePerson = defineEndpoint({
  method: 'POST',
  path: '/api/user/account/invitations',
  access: 'session',
  accountRole: 'owner',
  summary: 'Invite a person into the account by mail; a second invitation replaces the first',
  body: invitationForm,
  freshProof: true,
  answer: z.object({ ...acknowledged, invitation }),
  errors: ['account.already-in', 'account.too-many-people'],
});

export const withdrawInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/account/invitations/:id',
  access: 'session',
  accountRole: 'owner',
  summary: 'Withdraw an invitation that nobody has accepted',
  params: z.object({ id: z.uuid() }),
  answer: z.object(acknowledged),
  errors: ['account.invitation-not-found'],
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/account-invitations/accept',
  access: 'session',
  summary: 'Join an account with the token of the mailed link, once, and act for it from now on',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(128)) }),
  answer: z.object({ ...acknowledged, account: ownAccount }),
  errors: ['account.link-expired', 'account.already-in', 'account.too-many-people'],
});

export const changePersonRole = defineEndpoint({
  method: 'PUT',
  path: '/api/user/account/people/:id',
  access: 'session',
  accountRole: 'owner',
  summary: 'Change what a person may do in the account; one owner remains',
  params: z.object({ id: rowNumber }),
  body: z.object({ role: accountRole }),
  freshProof: true,
  answer: z.object({ ...acknowledged, person: accountPerson }),
  errors: ['account.person-not-found', 'account.last-owner'],
});

export const removePerson = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/account/people/:id',
  access: 'session',
  accountRole: 'any',
  summary: 'Leave the account; an owner also removes others. One owner remains',
  params: z.object({ id: rowNumber }),
  freshProof: true,
  answer: z.object(acknowledged),
  errors: ['account.person-not-found', 'account.last-owner', 'account.role'],
});

export const listAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/user/accounts',
  access: 'session',
  viewable: true,
  summary: 'The accounts that the caller belongs to, in the order in which they joined',
  answer: z.array(ownAccount),
  errors: [],
});

export const chooseAccount = defineEndpoint({
  method: 'POST',
  path: '/api/user/accounts/:id/choose',
  access: 'session',
  summary: 'Act for another of the caller’s accounts in this session',
  params: z.object({ id: rowNumber }),
  answer: z.object({ ...acknowledged, account: ownAccount }),
  errors: ['account.not-found'],
});

export const api = {
  description: 'The people of an account, their roles and invitations.',
  endpoints: {
    getAccount,
    invitePerson,
    withdrawInvitation,
    acceptInvitation,
    changePersonRole,
    removePerson,
    listAccounts,
    chooseAccount,
  },
  schemas: { accountRole, accountPerson, invitation, ownAccount, account, invitationForm },
};
