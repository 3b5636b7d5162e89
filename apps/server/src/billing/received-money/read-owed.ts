import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import { sumOpenInvoices } from '../invoices/issued-invoice.repository.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { findStanding, listMonths, type StoredMonth } from './due.repository.ts';
import { isMonthDue } from './find-month.ts';

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

/**
 * What an account has to pay now and next, after its credit. Reads only: the same sums that a payment
 * would be quoted, a company's from its open invoices.
 */
export async function readOwed(deps: Pricing, queryable: Queryable, userId: number, now: Date): Promise<Owed> {
  const { creditKobo: credit, chargesKobo, isCompany } = await findStanding(queryable, userId);
  const after = (dueKobo: Kobo) => ({
    dueKobo: toKobo(Math.max(0, dueKobo - credit)),
    creditKobo: toKobo(Math.max(0, credit - dueKobo)),
  });
  if (isCompany) return { ...after(await sumOpenInvoices(queryable, userId)), next: null, hasPlan: true };
  const months = await listMonths(queryable, userId);
  const isDue = (month: StoredMonth) => month.status === 'pending' || isMonthDue(month, now);
  const priceOf = ({ lineId, planId, presentPlanId, status }: StoredMonth) =>
    priceMonth(deps, queryable, { userId, lineId, planId: status === 'pending' ? presentPlanId : planId });
  let dueKobo = chargesKobo;
  for (const month of months.filter(isDue)) dueKobo = addKobo(dueKobo, await priceOf(month));
  const [upcoming] = months
    .filter((month) => month.status === 'active' && !month.isLeaving && !isDue(month))
    .sort((a, b) => a.nextRenewal.getTime() - b.nextRenewal.getTime());
  const next = upcoming ? { at: upcoming.nextRenewal, amountKobo: await priceOf(upcoming) } : null;
  return { ...after(dueKobo), next, hasPlan: months.length > 0 };
}
