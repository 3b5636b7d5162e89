import type { Account, OwnAccount } from '@portal/contract/identity/account-people';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import type { Viewer, ViewerAccount } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  chooseAccountOf,
  findAccountFacts,
  listAccountsOf,
  listInvitations,
  listPeople,
} from './account-people.repository.ts';
import type { FindCompanyNames } from './company-names.port.ts';
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

/** The accounts of a person, a company's under its own name. */
export async function listNamedAccounts(queryable: Queryable, findCompanyNames: FindCompanyNames, userId: number) {
  const accounts = await listAccountsOf(queryable, userId);
  const companies = await findCompanyNames(
    queryable,
    accounts.map(({ id }) => id),
  );
  return accounts.map((each) => ({ ...each, name: companies.get(each.id) ?? each.name }));
}

type Deps = { readonly database: Database; readonly findCompanyNames: FindCompanyNames };

/** All accounts that the person belongs to. */
export async function listOwnAccounts(
  { database, findCompanyNames }: Deps,
  { user, account }: Viewer,
): Promise<OwnAccount[]> {
  const accounts = await listNamedAccounts(database, findCompanyNames, user.id);
  return accounts.map((each) => ({ ...each, current: each.id === account?.id }));
}

/** The session acts for this account from its next request on. Throws ApiError account.not-found. */
export async function chooseAccount(
  { database, findCompanyNames }: Deps,
  { user, sids }: Viewer,
  id: number,
): Promise<OwnAccount> {
  const own = (await listNamedAccounts(database, findCompanyNames, user.id)).find((each) => each.id === id);
  if (!own || !(await chooseAccountOf(database, sids, id))) throw new ApiError('account.not-found');
  return { ...own, current: true };
}
