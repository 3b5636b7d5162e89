import {
  acceptInvitation as acceptEntry,
  changePersonRole as changeRoleEntry,
  chooseAccount as chooseEntry,
  getAccount,
  invitePerson as inviteEntry,
  listAccounts,
  removePerson as removeEntry,
  withdrawInvitation as withdrawEntry,
} from '@portal/contract/identity/account-people';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changePersonRole, removePerson } from './change-people.ts';
import { type AccountPeopleDeps, invitePerson, withdrawInvitation } from './invite-person.ts';
import { chooseAccount, listOwnAccounts, readAccount } from './read-account.ts';

/** The account that a person acts for, its people, and the choice between several accounts. */
export function registerAccountPeople(routes: Routes, deps: AccountPeopleDeps): void {
  const { database } = deps;

  routes.serve(getAccount, async ({ viewer }) => readAccount(database, viewer.account));

  routes.serve(inviteEntry, async ({ viewer, body }) => ({
    success: true as const,
    message: 'The invitation is on its way.',
    invitation: await invitePerson(deps, viewer, body),
  }));

  routes.serve(withdrawEntry, async ({ viewer, params }) => {
    await withdrawInvitation(deps, viewer, params.id);
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

  routes.serve(listAccounts, async ({ viewer }) => listOwnAccounts(deps, viewer));

  routes.serve(chooseEntry, async ({ viewer, params }) => ({
    success: true as const,
    message: 'You act for this account now.',
    account: await chooseAccount(deps, viewer, params.id),
  }));
}
