import type { AccountPerson } from '@portal/contract/identity/account-people';
import type { AccountRole } from '@portal/contract/platform/endpoint';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  deletePerson,
  listPeople,
  lockAccountPeople,
  updateContact,
  updatePersonRole,
} from './account-people.repository.ts';
import type { AccountPeopleDeps, Member } from './invite-person.ts';

/** Finds the person among the account's people, which wait for this transaction. */
async function lockPerson(tx: Transaction, accountId: number, personId: number) {
  const { contactId } = await lockAccountPeople(tx, accountId);
  const people = await listPeople(tx, accountId);
  const person = people.find(({ id }) => id === personId);
  if (!person) throw new ApiError('account.person-not-found');
  return { person, contactId, otherOwners: people.filter(({ id, role }) => id !== personId && role === 'owner') };
}

/** An owner who is none any more is not the account's contact either. Throws account.last-owner. */
async function withdrawOwner(
  tx: Transaction,
  accountId: number,
  { person, contactId, otherOwners }: Awaited<ReturnType<typeof lockPerson>>,
): Promise<void> {
  const [next] = otherOwners;
  if (next === undefined) throw new ApiError('account.last-owner');
  if (contactId === person.id) await updateContact(tx, accountId, next.id);
}

/** Throws ApiError account.person-not-found, account.last-owner. Safe to repeat. */
export async function changePersonRole(
  deps: AccountPeopleDeps,
  { user, account }: Member,
  { personId, role }: { readonly personId: number; readonly role: AccountRole },
): Promise<AccountPerson> {
  const changed = await deps.database.transaction(async (tx) => {
    const found = await lockPerson(tx, account.id, personId);
    const { person } = found;
    if (person.role === role) return person;
    if (person.role === 'owner') await withdrawOwner(tx, account.id, found);
    await updatePersonRole(tx, { accountId: account.id, userId: personId, role });
    await recordAudit(tx, {
      actorId: user.id,
      action: 'account.change-role',
      subject: `customer:${account.id}`,
      before: { person: personId, role: person.role },
      after: { person: personId, role },
    });
    return { ...person, role };
  });
  deps.publishChange(account.id);
  deps.publishChange(personId);
  return changed;
}

/**
 * The person leaves the account, or an owner removes them: at the next request they act for another
 * account of theirs, or none. Throws ApiError account.role, account.person-not-found,
 * account.last-owner.
 */
export async function removePerson(
  deps: AccountPeopleDeps,
  { user, account }: Member,
  personId: number,
): Promise<void> {
  if (personId !== user.id && account.role !== 'owner') throw new ApiError('account.role');
  await deps.database.transaction(async (tx) => {
    const found = await lockPerson(tx, account.id, personId);
    if (found.person.role === 'owner') await withdrawOwner(tx, account.id, found);
    await deletePerson(tx, account.id, personId);
    await recordAudit(tx, {
      actorId: user.id,
      action: personId === user.id ? 'account.leave' : 'account.remove-person',
      subject: `customer:${account.id}`,
      before: { person: personId, role: found.person.role },
      after: null,
    });
  });
  deps.publishChange(account.id);
  deps.publishChange(personId);
}
