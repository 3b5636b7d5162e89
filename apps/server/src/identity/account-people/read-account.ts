import type { Account, OwnAccount } from '@portal/contract/identity/account-people';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Viewer, ViewerAccount } from '../../platform/http/session-cookie.ts';
import {
  chooseAccountOf,
  findAccountFacts,
  listAccountsOf,
  listInvitations,
  listPeople,
} from './account-people.repository.ts';
import { presentInvitation } from './invite-person.ts';

/** The account with its people and, for an owner, its open invitations. */
export async function readAccount(database: Database, { id, role }: ViewerAccount): Promise<Account> {
  const [facts, people, invitations] = await Promise.all([
    findAccountFacts(database, id),
    listPeople(database, id),
    role === 'owner' ? listInvitations(database, id) : [],
  ]);
  return { ...facts, role, people, invitations: invitations.map(presentInvitation) };
}

/** All accounts that the person belongs to. */
export async function listOwnAccounts(database: Database, { user, account }: Viewer): Promise<OwnAccount[]> {
  const accounts = await listAccountsOf(database, user.id);
  return accounts.map((each) => ({ ...each, current: each.id === account?.id }));
}

/** The session acts for this account from its next request on. Throws ApiError account.not-found. */
export async function chooseAccount(database: Database, { user, sids }: Viewer, id: number): Promise<OwnAccount> {
  const own = (await listAccountsOf(database, user.id)).find((each) => each.id === id);
  if (!own || !(await chooseAccountOf(database, sids, id))) throw new ApiError('account.not-found');
  return { ...own, current: true };
}
