import type { AmountsDue } from '@portal/contract/billing/payments/virtual-accounts';
import { addKobo, nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { listBills } from './list-bills.ts';

type Reading = Pick<BillingDependencies, 'addedVat' | 'clock' | 'database'>;

/** What an account owes now over all its lines, in the order in which received money pays it, and its credit. */
export async function readAmountsDue(deps: Reading, accountId: number): Promise<AmountsDue> {
  const { database } = deps;
  const isCompany = (await findCompany(database, accountId)) !== null;
  const bills = await listBills(deps, database, { accountId, isCompany });
  const creditKobo = await findCredit(database, accountId);
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
