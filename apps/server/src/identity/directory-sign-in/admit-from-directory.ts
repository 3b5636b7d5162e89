import type { DirectoryRefusal } from '@portal/contract/identity/directory-sign-in';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { emailKey } from '../accounts/account.policy.ts';
import {
  type AccountRow,
  findAccountByEmailKey,
  lockAccount,
  markEmailVerified,
  updateAccount,
} from '../accounts/account.repository.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetSecondFactor } from '../second-factor/forget-second-factor.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import { DIRECTORY_ACTOR, type MakeStaffDependencies, makeStaff } from '../staff/make-staff.ts';
import { findStaffPerson } from '../staff/read-staff.ts';
import { listOwners, lockStaffRoles, replaceMemberRoles } from '../staff/staff-roles.repository.ts';
import type { DirectoryPerson } from './directory-claims.policy.ts';
import { findAccountOfIdentity, isLinked, recordIdentity } from './directory-identity.repository.ts';

export type AdmitDependencies = MakeStaffDependencies & {
  readonly database: Database;
  readonly passwords: Passwords;
};

type Refused = { readonly refused: DirectoryRefusal };

/** The account that the person has here, locked; null for somebody new. */
async function findAccount(
  tx: Transaction,
  person: DirectoryPerson,
  isNew: boolean,
): Promise<AccountRow | Refused | null> {
  const linked = await findAccountOfIdentity(tx, person);
  if (linked !== null) {
    const account = await lockAccount(tx, linked);
    // Whoever is staff no longer was made so here: the directory does not bring them back.
    return !account || account.disabled || account.role !== 'admin' ? { refused: 'off' } : account;
  }
  // Their link was removed while their sign-in ran.
  if (!isNew) return { refused: 'incomplete' };
  if (person.email === null) return { refused: 'unverified' };
  const found = await findAccountByEmailKey(tx, emailKey(person.email));
  const account = found && (await lockAccount(tx, found.id));
  if (account?.disabled) return { refused: 'off' };
  return account?.role === 'admin' && (await isLinked(tx, account.id, person.issuer)) ? { refused: 'linked' } : account;
}

/**
 * Gives an account whose mailbox was never verified here to the person who has it in the directory:
 * somebody else may have set the address, and must not get their roles.
 */
async function takeOver(tx: Transaction, account: AccountRow, passwordHash: string, now: Date): Promise<AccountRow> {
  await updateAccount(tx, account.id, { passwordHash, updatedAt: now });
  await forgetSecondFactor(tx, account.id);
  await deleteSessionsOf(tx, account.id);
  await markEmailVerified(tx, account.id);
  return { ...account, passwordHash };
}

/** Gives a member of staff the roles of the directory. */
async function refreshRoles(tx: Transaction, userId: number, roles: DirectoryPerson['roles']): Promise<Refused | null> {
  const before = (await findStaffPerson(tx, userId))?.roles ?? [];
  if (before.join() === roles.join()) return null;
  const owners = await listOwners(tx);
  const isLastOwner = owners.length === 1 && owners[0]?.id === userId;
  if (isLastOwner && !roles.includes('owner')) return { refused: 'last-owner' };
  await replaceMemberRoles(tx, userId, roles);
  await recordAudit(tx, {
    actorId: userId,
    by: DIRECTORY_ACTOR,
    action: 'staff.roles',
    subject: `customer:${userId}`,
    before: { roles: before },
    after: { roles },
  });
  return null;
}

/**
 * Records whom the directory sent and why they did not get in. Somebody without an account is recorded
 * under the owner on whose authority the directory signs staff in. Returns whose account it is.
 */
async function recordRefusal(
  tx: Transaction,
  person: DirectoryPerson,
  reason: DirectoryRefusal,
): Promise<number | null> {
  const known =
    (await findAccountOfIdentity(tx, person)) ??
    (person.email === null ? null : (await findAccountByEmailKey(tx, emailKey(person.email)))?.id);
  const actorId = known ?? (await listOwners(tx))[0]?.id;
  if (actorId === undefined) return null;
  const { email, subject, roles } = person;
  const entry: AuditEntry = {
    actorId,
    by: DIRECTORY_ACTOR,
    action: 'staff.directory-refuse',
    subject: known ? `customer:${known}` : 'directory',
    before: null,
    after: { reason, email, subject, roles },
  };
  await recordAudit(tx, entry);
  return known ?? null;
}

/** Whom the directory let in; `isNew` for somebody whose account was opened for it. */
export type Admitted = { readonly account: AccountRow; readonly isNew: boolean };

/**
 * Lets a person whom the directory has verified in, with the roles that it gives: somebody new becomes
 * staff, of which all owners are told. Whoever has none, or was switched off here, stays out; without a
 * role their sessions end, too. All of it is audited. `start` opens the session in the same
 * transaction. Throws ApiError service.unavailable.
 */
export async function admitFromDirectory<Session>(
  deps: AdmitDependencies,
  person: DirectoryPerson,
  start: (tx: Transaction, admitted: Admitted) => Promise<Session>,
): Promise<{ readonly session: Session; readonly userId: number } | (Refused & { readonly userId: number | null })> {
  const { database, passwords, randomBytes } = deps;
  const isNew = (await findAccountOfIdentity(database, person)) === null;
  const unusablePassword = isNew
    ? await passwords.withPlace(() => passwords.hash(randomBytes(32).toString('base64url')))
    : null;

  async function admitColleague(tx: Transaction, account: AccountRow): Promise<Admitted | Refused> {
    const refusal = await refreshRoles(tx, account.id, person.roles);
    if (refusal) return refusal;
    await recordIdentity(tx, { ...person, userId: account.id });
    if (unusablePassword === null || account.emailVerifiedAt !== null) return { account, isNew: false };
    return { account: await takeOver(tx, account, unusablePassword, deps.clock()), isNew: false };
  }

  async function admitNew(tx: Transaction, email: string, unusable: string): Promise<Admitted> {
    const { firstName, lastName, roles } = person;
    const newcomer = { email, firstName, lastName };
    const { id } = await makeStaff(tx, deps, { person: newcomer, roles, unusablePassword: unusable, by: null });
    await markEmailVerified(tx, id);
    await recordIdentity(tx, { ...person, userId: id });
    const account = await lockAccount(tx, id);
    if (!account) throw new Error(`${id} was made staff and has no account`);
    return { account, isNew: true };
  }

  async function admit(tx: Transaction): Promise<Admitted | Refused> {
    const found = await findAccount(tx, person, isNew);
    if (found !== null && 'refused' in found) return found;
    if (person.roles.length === 0) {
      if (found?.role === 'admin') await deleteSessionsOf(tx, found.id);
      return { refused: 'no-role' };
    }
    if (found?.role === 'admin') return admitColleague(tx, found);
    if (person.email === null || unusablePassword === null) return { refused: 'unverified' };
    return admitNew(tx, person.email, unusablePassword);
  }

  return database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    const admitted = await admit(tx);
    if ('refused' in admitted) {
      return { ...admitted, userId: await recordRefusal(tx, person, admitted.refused) };
    }
    return { session: await start(tx, admitted), userId: admitted.account.id };
  });
}
