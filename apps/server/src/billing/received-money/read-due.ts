import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import { listOutstanding } from '../companies/company.repository.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { listLineIds } from './due.repository.ts';
import { findMonth } from './find-month.ts';

type Bill = { readonly amountKobo: Kobo; readonly dueAt: Date | null };

/** What an account owes, and nothing that says what for. */
export type DueSummary = {
  /** After its credit. */
  readonly dueKobo: Kobo;
  readonly openBills: number;
  /** Null where nothing is open, or a bill is due at once. */
  readonly nearestDueAt: Date | null;
};

type Reading = Pick<BillingDependencies, 'addedVat' | 'clock'>;

/** The month of a line that is due, at its full price; null where none is. */
async function readMonth(deps: Reading, queryable: Queryable, userId: number, lineId: number): Promise<Bill | null> {
  const month = await findMonth(queryable, { lineId, planId: null, now: deps.clock() });
  if (!month?.isDue) return null;
  try {
    const { totalKobo, creditUsedKobo } = await quotePayment(deps, queryable, { userId, lineId, planId: month.planId });
    return { amountKobo: addKobo(totalKobo, creditUsedKobo), dueAt: month.invoice?.dueAt ?? null };
  } catch (error) {
    // Chosen and never paid, and not sold any more: nobody owes it.
    if (error instanceof ApiError && error.code === 'plan.not-found') return null;
    throw error;
  }
}

async function listBills(deps: Reading, queryable: Queryable, accountId: number): Promise<Bill[]> {
  if (await findCompany(queryable, accountId)) {
    const invoices = await listOutstanding(queryable, accountId);
    return invoices.map(({ outstanding, dueAt }) => ({ amountKobo: outstanding, dueAt }));
  }
  const charges = await listOpenCharges(queryable, accountId);
  const bills: Bill[] = charges.map(({ invoice }) => ({ amountKobo: invoice.total, dueAt: invoice.dueAt }));
  for (const lineId of await listLineIds(queryable, accountId)) {
    const month = await readMonth(deps, queryable, accountId, lineId);
    if (month) bills.push(month);
  }
  return bills;
}

/** What an account owes now, over all its lines. An account that does not exist owes nothing. */
export async function readDue(deps: Reading, queryable: Queryable, accountId: number): Promise<DueSummary> {
  const bills = await listBills(deps, queryable, accountId);
  const creditKobo = await findCredit(queryable, accountId);
  const owedKobo = addKobo(...bills.map(({ amountKobo }) => amountKobo));
  const days = bills.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()]));
  const hasUndated = days.length < bills.length;
  return {
    dueKobo: toKobo(Math.max(0, owedKobo - creditKobo)),
    openBills: bills.length,
    nearestDueAt: hasUndated || days.length === 0 ? null : new Date(Math.min(...days)),
  };
}
