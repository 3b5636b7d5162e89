import type { Changeable } from '@portal/contract/platform/live-updates';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { accountChanged } from '../../identity/events.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';

export type AccountDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  /** Ends every session when it disables; null for an unknown account. */
  readonly setAccountDisabled: (
    tx: Transaction,
    order: { readonly userId: number; readonly disabled: boolean; readonly now: Date },
  ) => Promise<{ readonly wasDisabled: boolean; readonly isStaff: boolean } | null>;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly publish: Publish;
  /** Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: number, what: Changeable) => void;
};

/**
 * Disables an account, whose sessions all end, or enables it again; audited with the reason, both
 * or neither. Repeating changes and records nothing. Throws ApiError customer.not-found,
 * customer.oneself for one's own account, and customer.is-staff: whoever looks after customers must not
 * lock out an owner.
 */
export async function disableAccount(
  deps: AccountDependencies,
  order: { readonly staffId: number; readonly userId: number; readonly disabled: boolean; readonly reason: string },
): Promise<void> {
  const { staffId, userId, disabled, reason } = order;
  if (disabled && staffId === userId) throw new ApiError('customer.oneself');
  await deps.database.transaction(async (tx) => {
    const account = await deps.setAccountDisabled(tx, { userId, disabled, now: deps.clock() });
    if (account === null) throw new ApiError('customer.not-found');
    if (account.isStaff) throw new ApiError('customer.is-staff');
    if (account.wasDisabled === disabled) return;
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: disabled ? 'customer.disable' : 'customer.enable',
      subject: `customer:${userId}`,
      before: { disabled: account.wasDisabled },
      after: { disabled, reason },
    });
    await deps.publish(tx, accountChanged, { userId, change: disabled ? 'disabled' : 'enabled' });
  });
  deps.publishLiveUpdate(userId, 'account');
}
