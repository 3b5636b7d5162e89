import type { AmountsDue } from '@portal/contract/billing/payments/virtual-accounts';
import { addKobo, type Kobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import { listOutstanding } from '../companies/company.repository.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { listLineIds } from './due.repository.ts';
import { findMonth } from './find-month.ts';

type Reading = Pick<BillingDependencies, 'addedVat' | 'clock'>;

/** Something that is due, before the credit. `dueAt` is null where it is due at once. */
export type Bill = Pick<AmountsDue['due'][number], 'kind' | 'label' | 'invoiceNumber'> & {
  readonly dueAt: Date | null;
  readonly amountKobo: Kobo;
};

/** The month of a line that is due, at its full price; null where none is. */
async function readMonth(deps: Reading, queryable: Queryable, userId: number, lineId: number): Promise<Bill | null> {
  const month = await findMonth(queryable, { lineId, planId: null, now: deps.clock() });
  if (!month?.isDue) return null;
  const { planId, invoice } = month;
  try {
    const { plan, totalKobo, creditUsedKobo } = await quotePayment(deps, queryable, { userId, lineId, planId });
    return {
      kind: 'month',
      label: plan.name,
      invoiceNumber: invoice?.invoiceNumber ?? null,
      dueAt: invoice?.dueAt ?? null,
      amountKobo: addKobo(totalKobo, creditUsedKobo),
    };
  } catch (error) {
    // Chosen and never paid, and not sold any more: nobody owes it.
    if (error instanceof ApiError && error.code === 'plan.not-found') return null;
    throw error;
  }
}

/** What an account has to pay now over all its lines, or a company for its invoices, oldest first. */
export async function listBills(
  deps: Reading,
  queryable: Queryable,
  { accountId, isCompany }: { readonly accountId: number; readonly isCompany: boolean },
): Promise<Bill[]> {
  if (isCompany) {
    return (await listOutstanding(queryable, accountId)).map(({ invoiceNumber, dueAt, outstanding }) => ({
      kind: 'invoice',
      label: invoiceNumber,
      invoiceNumber,
      dueAt,
      amountKobo: outstanding,
    }));
  }
  const bills = (await listOpenCharges(queryable, accountId)).map(({ invoice }): Bill => {
    const { snapshot, invoiceNumber, dueAt, total } = invoice;
    return { kind: 'charge', label: snapshot.lines[0]?.label ?? '', invoiceNumber, dueAt, amountKobo: total };
  });
  for (const lineId of await listLineIds(queryable, accountId)) {
    const month = await readMonth(deps, queryable, accountId, lineId);
    if (month) bills.push(month);
  }
  const now = deps.clock().getTime();
  return bills.sort((a, b) => (a.dueAt?.getTime() ?? now) - (b.dueAt?.getTime() ?? now));
}
