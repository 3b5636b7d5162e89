import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { sumOpenInvoices } from '../invoices/issued-invoice.repository.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { findNextPayment, listLineIds } from './due.repository.ts';
import { findMonth } from './find-month.ts';

/** What an account has to pay, for somebody who asks. */
export type Owed = {
  /** Due now, after credit. */
  readonly dueKobo: Kobo;
  /** Credit that is left after that. */
  readonly creditKobo: Kobo;
  /** The next month that is not due yet, before credit; null where none comes. */
  readonly next: { readonly amountKobo: Kobo; readonly at: Date } | null;
  /** Whether a line has a plan. */
  readonly hasPlan: boolean;
};

type Pricing = Pick<VatRules, 'addedVat'>;

/** A month of a plan before credit; zero for a plan that is not sold any more. */
async function priceMonth(
  deps: Pricing,
  queryable: Queryable,
  order: { readonly userId: number; readonly lineId: number; readonly planId: string },
): Promise<Kobo> {
  try {
    const { totalKobo, creditUsedKobo } = await quotePayment(deps, queryable, order);
    return addKobo(totalKobo, creditUsedKobo);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'plan.not-found') return toKobo(0);
    throw error;
  }
}

/** What is due before credit, and the lines whose month that is. */
async function readDue(deps: Pricing, queryable: Queryable, userId: number, now: Date) {
  const charges = await listOpenCharges(queryable, userId);
  let dueKobo = addKobo(...charges.map(({ invoice }) => invoice.total));
  const months = new Map<number, Awaited<ReturnType<typeof findMonth>>>();
  for (const lineId of await listLineIds(queryable, userId)) {
    const month = await findMonth(queryable, { lineId, planId: null, now });
    months.set(lineId, month);
    if (!month?.isDue) continue;
    dueKobo = addKobo(dueKobo, await priceMonth(deps, queryable, { userId, lineId, planId: month.planId }));
  }
  return { dueKobo, months };
}

/**
 * What an account has to pay now and next, after its credit. Reads only: the same sums that a payment
 * would be quoted, a company's from its open invoices.
 */
export async function readOwed(deps: Pricing, queryable: Queryable, userId: number, now: Date): Promise<Owed> {
  const credit = await findCredit(queryable, userId);
  const isCompany = (await findCompany(queryable, userId)) !== null;
  const { dueKobo, months } = isCompany
    ? { dueKobo: await sumOpenInvoices(queryable, userId), months: null }
    : await readDue(deps, queryable, userId, now);
  const upcoming = await findNextPayment(
    queryable,
    userId,
    [...(months ?? [])].flatMap(([id, month]) => (month?.isDue ? [id] : [])),
  );
  const next = upcoming && {
    at: upcoming.nextRenewal,
    amountKobo: await priceMonth(deps, queryable, { userId, lineId: upcoming.lineId, planId: upcoming.planId }),
  };
  return {
    dueKobo: toKobo(Math.max(0, dueKobo - credit)),
    creditKobo: toKobo(Math.max(0, credit - dueKobo)),
    next: isCompany ? null : next,
    hasPlan: isCompany || next !== null || [...(months ?? new Map()).values()].some((month) => month !== null),
  };
}
