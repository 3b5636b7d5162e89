import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import { findPasskeyState, setPasskeyOnly } from './passkey.repository.ts';

/**
 * Whether a member of staff wants nothing but a passkey to open the console; audited. Throws ApiError
 * staff.no-passkey.
 */
export async function switchPasskeyOnly(
  deps: {
    readonly database: Database;
    readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  },
  userId: number,
  passkeyOnly: boolean,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const before = await findPasskeyState(tx, userId);
    if (passkeyOnly && before.passkeys === 0) throw new ApiError('staff.no-passkey');
    if (before.passkeyOnly === passkeyOnly) return;
    await setPasskeyOnly(tx, userId, passkeyOnly);
    await deps.recordAudit(tx, {
      actorId: userId,
      action: 'staff.passkey-only',
      subject: `customer:${userId}`,
      before: { passkeyOnly: before.passkeyOnly },
      after: { passkeyOnly },
    });
  });
}
