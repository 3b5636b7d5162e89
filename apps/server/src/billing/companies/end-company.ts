import { recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lockCompany } from '../invoices/company-billing.repository.ts';
import { inAudit } from './change-company.ts';
import { deleteCompany, listOutstanding, listUninvoiced, lockCompanyLines, wakeLines } from './company.repository.ts';

/**
 * Turns a company into a home account again: each line keeps the time that its invoices have paid, and
 * is then paid for by itself. Audited with the reason. Throws company.none, company.owes while an
 * invoice is not paid whole, and company.not-invoiced while lines have had time that no invoice has
 * charged.
 */
export async function endCompany(
  deps: Pick<BillingDependencies, 'database' | 'clock' | 'publishLiveUpdate'>,
  order: { readonly accountId: number; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { accountId, staffId, reason } = order;
  await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const company = await lockCompany(tx, accountId);
    if (!company) throw new ApiError('company.none');
    if ((await listOutstanding(tx, accountId)).length > 0) throw new ApiError('company.owes');
    const lines = await lockCompanyLines(tx, accountId);
    const uninvoiced = await listUninvoiced(tx, accountId);
    if (uninvoiced.some(({ period }) => period.amount > 0)) throw new ApiError('company.not-invoiced');
    await deleteCompany(tx, accountId);
    await wakeLines(
      tx,
      lines.map(({ subscription }) => subscription.id),
      now,
    );
    await recordAudit(tx, {
      actorId: staffId,
      action: 'company.end',
      subject: `customer:${accountId}`,
      before: inAudit(company),
      after: { reason },
    });
  });
  deps.publishLiveUpdate(accountId, 'subscription');
}
