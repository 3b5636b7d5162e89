import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { subscriptionsChanged } from '../events.ts';
import type { CompanyRow } from '../invoices/company-billing.repository.ts';
import { moveSubscriptions } from '../renewals/renewal.repository.ts';
import { suspendsAt } from './company.policy.ts';
import {
  type CompanyLine,
  isAccountDisabled,
  listOutstanding,
  lockCompanyLines,
  updateCompany,
} from './company.repository.ts';
import { coverLines } from './cover-lines.ts';

/** Whether a line should be on and is not, or is on without time: unless paused, or on its way out. */
function needsTime({ subscription }: CompanyLine, now: Date): boolean {
  const { status, pausedUntil, nextRenewal, cancelRequestedAt } = subscription;
  if (pausedUntil !== null) return false;
  if (cancelRequestedAt !== null) return status === 'suspended' && nextRenewal > now;
  return status === 'pending' || status === 'suspended' || nextRenewal <= now;
}

async function switchOff(
  deps: BillingDependencies,
  tx: Transaction,
  lines: readonly CompanyLine[],
  now: Date,
): Promise<boolean> {
  const ids = lines
    .filter(({ subscription }) => subscription.status === 'active')
    .map(({ subscription }) => subscription.id);
  if (ids.length === 0) return false;
  await moveSubscriptions(tx, ids, { status: 'suspended' }, now);
  await deps.publish(tx, subscriptionsChanged, { ids, change: 'suspended' });
  return true;
}

/** Also a line that has come back since, from a pause, is off. True when the company or a line was on. */
async function suspendLines(
  deps: BillingDependencies,
  tx: Transaction,
  { accountId, suspendedAt }: CompanyRow,
  overdue: { readonly invoiceNumber: string; readonly isTold: boolean },
  now: Date,
): Promise<boolean> {
  const isOff = await switchOff(deps, tx, await lockCompanyLines(tx, accountId), now);
  if (suspendedAt !== null) return isOff;
  await updateCompany(tx, accountId, { suspendedAt: now });
  if (!isOff || !overdue.isTold) return true;
  await deps.notify(tx, {
    key: `company-suspended:${accountId}:${now.toISOString()}`,
    kind: 'company-suspended',
    customerId: accountId,
    values: { invoice: overdue.invoiceNumber },
  });
  return true;
}

/**
 * Switches the lines of a company off while an invoice is unpaid after its grace period, and on again
 * once none is; gives those that are to be on their time until the next billing day. The lines of a
 * disabled account get no time, and are off once they have none. True when the lines changed. The
 * caller has locked the company. Safe to repeat.
 */
export async function syncLines(
  deps: BillingDependencies,
  tx: Transaction,
  company: CompanyRow,
  now: Date,
): Promise<boolean> {
  const { accountId, nextInvoiceAt, suspendedAt } = company;
  const overdue = (await listOutstanding(tx, accountId)).find(({ dueAt }) => suspendsAt(dueAt, deps.rules) <= now);
  const isDisabled = await isAccountDisabled(tx, accountId);
  if (overdue) return suspendLines(deps, tx, company, { ...overdue, isTold: !isDisabled }, now);
  if (isDisabled) {
    const ended = (await lockCompanyLines(tx, accountId)).filter(({ subscription }) => subscription.nextRenewal <= now);
    return switchOff(deps, tx, ended, now);
  }
  const lines = (await lockCompanyLines(tx, accountId)).filter((line) => needsTime(line, now));
  await coverLines(deps, tx, company, lines, { until: nextInvoiceAt, now });
  if (suspendedAt !== null) {
    await updateCompany(tx, accountId, { suspendedAt: null });
    await deps.notify(tx, {
      key: `company-restored:${accountId}:${suspendedAt.toISOString()}`,
      kind: 'company-restored',
      customerId: accountId,
      values: {},
    });
  }
  return lines.length > 0 || suspendedAt !== null;
}
