import type { AmountsDue } from '@portal/contract/billing/payments/virtual-accounts';
import { addKobo, type Kobo, nairaFromKobo, toKobo } from '@portal/kernel/money';
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

type Reading = Pick<BillingDependencies, 'addedVat' | 'clock' | 'database'>;
type Bill = Pick<AmountsDue['due'][number], 'kind' | 'label' | 'invoiceNumber'> & {
  readonly dueAt: Date | null;
  readonly amountKobo: Kobo;
};

/** The month of a line that is due, before the credit; null where none is. */
async function readMonth(deps: Reading, queryable: Queryable, userId: number, lineId: number): Promise<Bill | null> {
  const month = await findMonth(queryable, { lineId, planId: null, now: deps.clock() });
  if (!month?.isDue) return null;
  try {
    const { plan, totalKobo, creditUsedKobo } = await quotePayment(deps, queryable, {
      userId,
      lineId,
      planId: month.planId,
    });
    return {
      kind: 'month',
      label: plan.name,
      invoiceNumber: month.invoice?.invoiceNumber ?? null,
      dueAt: month.invoice?.dueAt ?? null,
      amountKobo: addKobo(totalKobo, creditUsedKobo),
    };
  } catch (error) {
    // Chosen, never paid, and not sold any more: nobody owes it.
    if (error instanceof ApiError && error.code === 'plan.not-found') return null;
    throw error;
  }
}

async function listBills(deps: Reading, accountId: number, isCompany: boolean): Promise<Bill[]> {
  const { database } = deps;
  if (isCompany) {
    return (await listOutstanding(database, accountId)).map(({ invoiceNumber, dueAt, outstanding }) => ({
      kind: 'invoice',
      label: invoiceNumber,
      invoiceNumber,
      dueAt,
      amountKobo: outstanding,
    }));
  }
  const bills = (await listOpenCharges(database, accountId)).map(({ invoice }): Bill => {
    const { snapshot, invoiceNumber, dueAt, total } = invoice;
    return { kind: 'charge', label: snapshot.lines[0]?.label ?? '', invoiceNumber, dueAt, amountKobo: total };
  });
  for (const lineId of await listLineIds(database, accountId)) {
    const month = await readMonth(deps, database, accountId, lineId);
    if (month) bills.push(month);
  }
  const now = deps.clock().getTime();
  return bills.sort((a, b) => (a.dueAt?.getTime() ?? now) - (b.dueAt?.getTime() ?? now));
}

/** What an account owes now over all its lines, in the order in which received money pays it, and its credit. */
export async function readAmountsDue(deps: Reading, accountId: number): Promise<AmountsDue> {
  const isCompany = (await findCompany(deps.database, accountId)) !== null;
  const bills = await listBills(deps, accountId, isCompany);
  const creditKobo = await findCredit(deps.database, accountId);
  const owedKobo = addKobo(...bills.map(({ amountKobo }) => amountKobo));
  return {
    due: bills.map(({ dueAt, amountKobo, ...bill }) => ({
      ...bill,
      dueAt: dueAt?.toISOString() ?? null,
      amount: nairaFromKobo(amountKobo),
    })),
    credit: nairaFromKobo(creditKobo),
    total: nairaFromKobo(toKobo(Math.max(0, owedKobo - creditKobo))),
    isCompany,
  };
}
