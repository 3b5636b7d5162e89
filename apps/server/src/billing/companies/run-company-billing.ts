import { minKobo, toKobo } from '@portal/kernel/money';
import { unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { payPriced, queueUp } from '../credit/pay-with-credit.ts';
import { lockCompany } from '../invoices/company-billing.repository.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { CREDIT_LABEL } from '../pricing/quote.policy.ts';
import { findBillAddress } from './bill-address.ts';
import { nextBilling, nextInvoiceStep } from './company.policy.ts';
import {
  claimDueCompanies,
  findNextEnd,
  isAccountDisabled,
  listOutstanding,
  updateCompany,
  wakeCoveredCompanies,
} from './company.repository.ts';
import { priceInvoices } from './company-invoice.product.ts';
import { issueMonthlyInvoice } from './issue-monthly-invoice.ts';
import { mailInvoice, remindOfInvoices } from './monthly-invoice-mail.ts';
import { syncLines } from './sync-lines.ts';

const BATCH = 10;
/** Until another run takes over from an instance that was killed. */
const LEASE_MS = 60_000;

/**
 * Issues the invoices whose billing days have come, one transaction for each; none for a disabled
 * account: what its lines have had by then is charged once it is enabled again.
 */
async function issueDue(deps: BillingDependencies, accountId: number): Promise<void> {
  for (let isDue = true; isDue; ) {
    isDue = await runTransaction(unhurried(deps.database), async (tx) => {
      const now = deps.clock();
      const company = await lockCompany(tx, accountId);
      if (!company || company.nextInvoiceAt > now) return false;
      if (await isAccountDisabled(tx, accountId)) {
        await updateCompany(tx, accountId, { nextInvoiceAt: nextBilling(company.nextInvoiceAt, company.billingDay) });
        return true;
      }
      const invoiceNumber = await issueMonthlyInvoice(deps, tx, company, now);
      if (invoiceNumber !== null) await mailInvoice(deps, tx, company, invoiceNumber);
      return true;
    });
  }
}

/** Pays open invoices from the company's credit, the oldest first, as far as it goes. */
async function settleFromCredit(deps: BillingDependencies, accountId: number): Promise<PaymentRow | null> {
  return runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    await queueUp(tx, accountId);
    const company = await lockCompany(tx, accountId);
    if (!company || (await isAccountDisabled(tx, accountId))) return null;
    const creditKobo = await findCredit(tx, accountId);
    const open = await listOutstanding(tx, accountId);
    if (creditKobo <= 0 || open.length === 0) return null;
    const priced = await priceInvoices(tx, { accountId, invoiceNumber: null, creditKobo });
    const usedKobo = minKobo(creditKobo, priced.quote.creditUsedKobo);
    const lines = [
      { label: priced.quote.plan.name, amountKobo: usedKobo },
      { label: CREDIT_LABEL, amountKobo: toKobo(-usedKobo) },
    ];
    const quote = { ...priced.quote, lines, totalKobo: toKobo(0), creditUsedKobo: usedKobo };
    const email = await findBillAddress(tx, company);
    return payPriced(deps, tx, { ...priced, quote, userId: accountId, email }, now);
  });
}

/** Lines, reminders, and when the company is looked at next. */
async function finishStep(deps: BillingDependencies, accountId: number): Promise<boolean> {
  return runTransaction(unhurried(deps.database), async (tx) => {
    const now = deps.clock();
    const company = await lockCompany(tx, accountId);
    if (!company) return false;
    const hasChanged = await syncLines(deps, tx, company, now);
    const open = await listOutstanding(tx, accountId);
    if (!(await isAccountDisabled(tx, accountId))) await remindOfInvoices(deps, tx, company, open, now);
    const steps = [
      company.nextInvoiceAt,
      await findNextEnd(tx, accountId, now),
      ...open.map(({ dueAt }) => nextInvoiceStep(dueAt, deps.rules, now)),
    ].filter((at) => at !== null);
    await updateCompany(tx, accountId, { nextStepAt: new Date(Math.min(...steps.map(Number))) });
    return hasChanged;
  });
}

async function stepCompany(deps: BillingDependencies, accountId: number): Promise<void> {
  await issueDue(deps, accountId);
  const paid = await settleFromCredit(deps, accountId);
  if (paid) await publishPaymentUpdates(deps, paid);
  if (await finishStep(deps, accountId)) deps.publishLiveUpdate(accountId, 'subscription');
}

/**
 * Bills companies: invoices on their billing days, payment from credit, reminders, suspension of the
 * lines after the grace period, and their return. Returns how many companies it looked at. Safe to
 * repeat and to run concurrently: a company is claimed for a minute, its row is locked meanwhile, and
 * every effect has a unique key or a conditional UPDATE. Starts no further company after the signal.
 */
export async function runCompanyBilling(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  await wakeCoveredCompanies(deps.database, deps.clock());
  while (!signal?.aborted) {
    const now = deps.clock();
    const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimDueCompanies(deps.database, { now, leaseEndsAt, limit: BATCH });
    for (const accountId of claimed) {
      try {
        await stepCompany(deps, accountId);
      } catch (error) {
        deps.log.error({ err: error, accountId }, 'a company could not be billed');
      }
    }
    count += claimed.length;
    if (claimed.length < BATCH) break;
  }
  return count;
}
