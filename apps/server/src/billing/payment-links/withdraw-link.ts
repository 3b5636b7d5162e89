import { recordAudit } from '../../identity/index.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findLink, markLinkWithdrawn } from './payment-link.repository.ts';

/**
 * Withdraws a link that nobody has paid. Money that is on its way by it still settles. Audited.
 * Throws payment-link.not-found, payment-link.closed.
 */
export async function withdrawLink(
  { database, clock }: Pick<BillingDependencies, 'database' | 'clock'>,
  { id, staffId }: { readonly id: string; readonly staffId: number },
): Promise<void> {
  if (!isUuid(id)) throw new ApiError('payment-link.not-found');
  await runTransaction(database, async (tx) => {
    const link = await markLinkWithdrawn(tx, id, { withdrawnBy: staffId, withdrawnAt: clock() });
    if (!link) throw new ApiError((await findLink(tx, id)) ? 'payment-link.closed' : 'payment-link.not-found');
    await recordAudit(tx, {
      actorId: staffId,
      action: 'payment-link.withdraw',
      subject: `customer:${link.userId}`,
      before: { link: id, status: 'open' },
      after: { status: 'withdrawn' },
    });
  });
}
