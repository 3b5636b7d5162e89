import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { emailKey } from '../accounts/account.policy.ts';
import { findAccountByEmailKey, lockAccount, updateAccount } from '../accounts/account.repository.ts';
import { openAccount } from '../accounts/open-account.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountRegistered } from '../events.ts';
import { forgetSecondFactor } from '../second-factor/forget-second-factor.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { accessGivenLetter } from './console-access-mail.ts';
import { setRole } from './staff.repository.ts';
import { listOwners, replaceMemberRoles } from './staff-roles.repository.ts';

export type MakeStaffDependencies = {
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly publish: Publish;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
};

/** The directory, in the audit log: whoever it signs in is the person on whose authority it acts. */
export const DIRECTORY_ACTOR = { kind: 'channel', program: 'OpenID Connect' } as const;

type Person = { readonly email: string; readonly firstName: string; readonly lastName: string };

type NewStaff = {
  readonly person: Person;
  readonly roles: readonly StaffRole[];
  /** The hash of a password that nobody has. */
  readonly unusablePassword: string;
  /** The owner who decided it; null for the directory. */
  readonly by: { readonly id: number; readonly email: string } | null;
};

/**
 * The account of the mailbox, opened if there is none. A password that was set before the mailbox was
 * verified is replaced, with app and passkeys: anybody may have registered a colleague's address.
 */
async function prepareAccount(tx: Transaction, deps: MakeStaffDependencies, person: Person, unusable: string) {
  const found = await findAccountByEmailKey(tx, emailKey(person.email));
  if (!found) {
    const opened = await openAccount(tx, deps, { ...person, passwordHash: unusable });
    const now = opened.createdAt;
    await deps.publish(tx, accountRegistered, { userId: opened.id, language: 'en', referralCode: null, now });
    return opened;
  }
  const account = await lockAccount(tx, found.id);
  if (!account || account.role === 'admin') throw new ApiError('staff.appointed');
  if (account.disabled) throw new ApiError('staff.account-disabled');
  if (account.emailVerifiedAt === null) {
    await updateAccount(tx, account.id, { passwordHash: unusable, updatedAt: deps.clock() });
    await forgetSecondFactor(tx, account.id);
  }
  return account;
}

/**
 * Makes the owner of a mailbox staff with these roles, signs them out everywhere, and tells all owners.
 * Call it under lockStaffRoles. Throws ApiError staff.appointed, staff.account-disabled.
 */
export async function makeStaff(
  tx: Transaction,
  deps: MakeStaffDependencies,
  { person, roles, unusablePassword, by }: NewStaff,
): Promise<{ readonly id: number; readonly email: string }> {
  const { id, email } = await prepareAccount(tx, deps, person, unusablePassword);
  // Before the account is staff: the table's trigger makes an owner of whoever has no role by then.
  await replaceMemberRoles(tx, id, roles);
  await setRole(tx, id, 'admin');
  await deleteSessionsOf(tx, id);
  await recordAudit(tx, {
    ...(by === null ? { actorId: id, by: DIRECTORY_ACTOR } : { actorId: by.id }),
    action: 'staff.appoint',
    subject: `customer:${id}`,
    before: null,
    after: { email, roles },
  });
  for (const owner of await listOwners(tx)) {
    await deps.queueEmail(tx, {
      category: 'account',
      userId: owner.id,
      messageKey: `staff-appointed:${id}:${deps.clock().getTime()}:${owner.id}`,
      recipient: owner.email,
      ...accessGivenLetter({ email, by: by?.email ?? 'The directory', roles }),
    });
  }
  return { id, email };
}
