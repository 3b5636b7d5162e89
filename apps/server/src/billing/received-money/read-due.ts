import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { listBills } from './list-bills.ts';

/** What an account owes, and nothing that says what for. */
export type DueSummary = {
  /** After its credit. */
  readonly dueKobo: Kobo;
  readonly openBills: number;
  /** Null where nothing is open, or a bill is due at once. */
  readonly nearestDueAt: Date | null;
};

type Reading = Pick<BillingDependencies, 'addedVat' | 'clock'>;

/** What an account owes now, over all its lines. An account that does not exist owes nothing. */
export async function readDue(deps: Reading, queryable: Queryable, accountId: number): Promise<DueSummary> {
  const isCompany = (await findCompany(queryable, accountId)) !== null;
  const bills = await listBills(deps, queryable, { accountId, isCompany });
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
