import {
  acceptInvitation as acceptEntry,
  changePersonRole as changeRoleEntry,
  chooseAccount,
  getAccount,
  invitePerson as inviteEntry,
  listAccounts,
  removePerson as removeEntry,
  withdrawInvitation,
} from '@portal/contract/identity/account-people';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { acceptInvitation } from './accept-invitation.ts';
import {
  chooseAccountOf,
  closeInvitation,
  findAccountFacts,
  listAccountsOf,
  listInvitations,
  listPeople,
} from './account-people.repository.ts';
import { changePersonRole, removePerson } from './change-people.ts';
import { type AccountPeopleDeps, invitePerson, presentInvitation } from './invite-person.ts';

/** The account that a person acts for, its people, and the choice between several accounts. */
export function registerAccountPeople(routes: Routes, deps: AccountPeopleDeps): void {
  const { database } = deps;

  routes.serve(getAccount, async ({ viewer: { account } }) => {
    const [facts, people, invitations] = await Promise.all([
      findAccountFacts(database, account.id),
      listPeople(database, account.id),
      account.role === 'owner' ? listInvitations(database, account.id) : [],
    ]);
    return { ...facts, role: account.role, people, invitations: invitations.map(presentInvitation) };
  });

  routes.serve(inviteEntry, async ({ viewer, body }) => ({
    success: true as const,
    message: 'The invitation is on its way.',
    invitation: await invitePerson(deps, viewer, body),
  }));

  routes.serve(withdrawInvitation, async ({ viewer: { user, account }, params }) => {
    await database.transaction(async (tx) => {
      const invitation = await closeInvitation(tx, account.id, params.id);
      if (!invitation) throw new ApiError('account.invitation-not-found');
      const before = { email: invitation.email, role: invitation.role };
      const subject = `customer:${account.id}`;
      await recordAudit(tx, { actorId: user.id, action: 'account.withdraw-invitation', subject, before, after: null });
    });
    deps.publishChange(account.id);
    return { success: true as const, message: 'The invitation does not work any more.' };
  });

  routes.serve(acceptEntry, async ({ viewer, body }) => ({
    success: true as const,
    message: 'Welcome to the account.',
    account: await acceptInvitation(deps, viewer, body.token),
  }));

  routes.serve(changeRoleEntry, async ({ viewer, params, body }) => ({
    success: true as const,
    message: 'The role is changed.',
    person: await changePersonRole(deps, viewer, { personId: params.id, role: body.role }),
  }));

  routes.serve(removeEntry, async ({ viewer, params }) => {
    await removePerson(deps, viewer, params.id);
    const message = params.id === viewer.user.id ? 'You have left the account.' : 'They are out of the account.';
    return { success: true as const, message };
  });

  routes.serve(listAccounts, async ({ viewer }) =>
    (await listAccountsOf(database, viewer.user.id)).map((each) => ({
      ...each,
      current: each.id === viewer.account?.id,
    })),
  );

  routes.serve(chooseAccount, async ({ viewer, params }) => {
    const own = (await listAccountsOf(database, viewer.user.id)).find(({ id }) => id === params.id);
    if (!own || !(await chooseAccountOf(database, viewer.sids, own.id))) throw new ApiError('account.not-found');
    return { success: true as const, message: 'You act for this account now.', account: { ...own, current: true } };
  });
}
