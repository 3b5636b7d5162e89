import type { appointStaff as appointEntry, StaffPerson } from '@portal/contract/identity/staff-people';
import type { Mail } from '@portal/kernel/mail';
import type { infer as Infer } from 'zod/mini';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { emailKey } from '../accounts/account.policy.ts';
import { findAccountByEmailKey, lockAccount, updateAccount } from '../accounts/account.repository.ts';
import { openAccount, type RegisterCustomerDeps } from '../accounts/register-customer.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountRegistered } from '../events.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { appointedLetter, appointmentLetter } from './appointment-mail.ts';
import { findStaffPerson } from './read-staff.ts';
import { setRole } from './staff.repository.ts';
import { listOwners, lockStaffRoles, replaceMemberRoles } from './staff-roles.repository.ts';

export type AppointStaffDependencies = Pick<
  RegisterCustomerDeps,
  'database' | 'clock' | 'randomBytes' | 'passwords' | 'publish'
> & {
  readonly links: Pick<AccountLinks, 'send'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  /** The origin of the console. */
  readonly origin: string;
};

type Form = Infer<typeof appointEntry.body>;

/**
 * The account of the mailbox, opened if there is none. A password that was set before the mailbox was
 * verified is replaced: anybody may have registered a colleague's address.
 */
async function prepareAccount(tx: Transaction, deps: AppointStaffDependencies, form: Form, unusable: string) {
  const found = await findAccountByEmailKey(tx, emailKey(form.email));
  if (!found) {
    const opened = await openAccount(tx, deps, form, unusable);
    const now = opened.createdAt;
    await deps.publish(tx, accountRegistered, { userId: opened.id, language: 'en', referralCode: null, now });
    return opened;
  }
  const account = await lockAccount(tx, found.id);
  if (!account || account.role === 'admin') throw new ApiError('staff.appointed');
  if (account.disabled) throw new ApiError('staff.account-disabled');
  if (account.emailVerifiedAt === null) {
    await updateAccount(tx, account.id, { passwordHash: unusable, updatedAt: deps.clock() });
  }
  return account;
}

/**
 * Makes the owner of a mailbox staff with these roles, signs them out everywhere, mails them a link for
 * a password, and tells all owners. Throws ApiError staff.appointed, staff.account-disabled.
 */
export async function appointStaff(
  deps: AppointStaffDependencies,
  actor: { readonly id: number; readonly email: string },
  form: Form,
): Promise<StaffPerson> {
  const { passwords, randomBytes } = deps;
  const unusable = await passwords.withPlace(() => passwords.hash(randomBytes(32).toString('base64url')));
  return deps.database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    const { id, email } = await prepareAccount(tx, deps, form, unusable);
    // Before the account is staff: the table's trigger makes an owner of whoever has no role by then.
    await replaceMemberRoles(tx, id, form.roles);
    await setRole(tx, id, 'admin');
    await deleteSessionsOf(tx, id);
    const after = { email, roles: form.roles };
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'staff.appoint',
      subject: `customer:${id}`,
      before: null,
      after,
    });
    await deps.links.send(tx, 'password-reset', { id, email }, (link) =>
      appointmentLetter(link, `${deps.origin}/admin`),
    );
    for (const owner of await listOwners(tx)) {
      await deps.queueEmail(tx, {
        category: 'account',
        userId: owner.id,
        messageKey: `staff-appointed:${id}:${deps.clock().getTime()}:${owner.id}`,
        recipient: owner.email,
        ...appointedLetter({ email, by: actor.email, roles: form.roles }),
      });
    }
    const person = await findStaffPerson(tx, id);
    if (!person) throw new Error(`${id} was appointed and is no staff`);
    return person;
  });
}
