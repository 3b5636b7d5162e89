import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { forgetIdentities } from '../directory-sign-in/directory-identity.repository.ts';
import { forgetSecondFactor } from '../second-factor/forget-second-factor.ts';
import { lockByEmailKey, setRole } from './staff.repository.ts';
import { addRole } from './staff-roles.repository.ts';

export type GrantRoleDependencies = {
  readonly database: Database;
  /** Ends every session of an account. */
  readonly endSessions: (tx: Transaction, userId: number) => Promise<void>;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

/**
 * What the operator of the machine may do with an account: it works also where no owner can sign in.
 */
export const ROLE_GRANTS = ['add', 'remove', 'reset-second-factor'] as const;
export type RoleGrant = (typeof ROLE_GRANTS)[number];

/**
 * Makes the account of a mailbox staff with this role, beside those that it may have, or a customer
 * again, or resets its second factor and its link to the directory. Who is removed stays linked, so that
 * the directory does not bring them back. Ends all its sessions; audited as the account's own action.
 * False when no account has that mailbox. Safe to repeat.
 */
export async function grantRole(
  deps: GrantRoleDependencies,
  order: { readonly emailKey: string; readonly grant: RoleGrant; readonly role: StaffRole },
): Promise<boolean> {
  const { emailKey, grant } = order;
  return deps.database.transaction(async (tx) => {
    const account = await lockByEmailKey(tx, emailKey);
    if (!account) return false;
    const role = { add: 'admin', remove: 'customer', 'reset-second-factor': account.role }[grant];
    // Before the account is staff: the table's trigger makes an owner of whoever has no role by then.
    if (grant === 'add') await addRole(tx, account.id, order.role);
    await setRole(tx, account.id, role);
    if (grant !== 'add') await forgetSecondFactor(tx, account.id);
    if (grant === 'reset-second-factor') await forgetIdentities(tx, account.id);
    await deps.endSessions(tx, account.id);
    await deps.recordAudit(tx, {
      actorId: account.id,
      action: `staff.${grant}`,
      subject: `customer:${account.id}`,
      before: { role: account.role },
      after: { role, ...(grant === 'add' ? { staffRole: order.role } : {}), by: 'the operator of the machine' },
    });
    return true;
  });
}
