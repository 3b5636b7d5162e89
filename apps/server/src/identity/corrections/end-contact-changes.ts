import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountNoticeComposed } from '../events.ts';
import { sharesAccount } from '../identity-approvals/identity-approval.repository.ts';
import { type ContactChangeRow, expireChanges, findChange, withdrawChange } from './contact-change.repository.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { maskedContact } from './tell-owner.ts';

function auditOf(change: ContactChangeRow, action: string, actorId: number) {
  const { kind, userId, value, identifiedBy, reason } = change;
  const field = kind === 'mailbox' ? 'email' : 'phone';
  return {
    actorId,
    action,
    subject: `customer:${userId}`,
    before: { [field]: value },
    after: { identifiedBy, reason },
  };
}

/** Withdraws what waits for its link. Audited. Throws contact-change.not-found, customer.own-account. */
export async function withdrawContactChange(
  { database }: Pick<CorrectionDependencies, 'database'>,
  { id, staffId }: { readonly id: string; readonly staffId: number },
): Promise<void> {
  await runTransaction(database, async (tx) => {
    const change = isUuid(id) ? await findChange(tx, id) : null;
    if (change === null) throw new ApiError('contact-change.not-found');
    await lockAccount(tx, change.userId);
    if (await sharesAccount(tx, staffId, change.userId)) throw new ApiError('customer.own-account');
    if (!(await withdrawChange(tx, id))) throw new ApiError('contact-change.not-found');
    await recordAudit(tx, auditOf(change, 'customer.contact-change-withdrawn', staffId));
  });
}

/** Ends what nobody has confirmed in time, and tells its owners. Safe to repeat. */
export async function expireContactChanges(deps: Pick<CorrectionDependencies, 'database' | 'publish'>): Promise<void> {
  await runTransaction(deps.database, async (tx) => {
    for (const change of await expireChanges(tx)) {
      await recordAudit(tx, auditOf(change, 'customer.contact-change-expired', change.requestedBy));
      await deps.publish(tx, accountNoticeComposed, {
        key: `contact-change-expired:${change.id}`,
        kind: 'contact-change-expired',
        customerId: change.userId,
        values: { to: maskedContact(change.kind, change.value) },
      });
    }
  });
}
