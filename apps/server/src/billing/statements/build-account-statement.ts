import { type AccountStatement, statementAges } from '@portal/contract/billing/companies';
import { DAY_MS, lagosMidnight } from '@portal/kernel/calendar';
import { addKobo, type Kobo, nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import { listOutstanding } from '../companies/company.repository.ts';
import { findCounterAccount } from '../counter/counter-customer.repository.ts';
import { findBillingDetails } from '../invoices/billing-details.repository.ts';
import { readStatementLines } from './account-statement.repository.ts';

const MOST_DAYS = 400;

type Age = (typeof statementAges)[number];

/** How long something due is overdue: by whole days that have begun since. */
function ageOf(dueAt: Date, now: Date): Age {
  const days = Math.ceil((now.getTime() - dueAt.getTime()) / DAY_MS);
  if (days <= 0) return 'current';
  if (days <= 30) return '1-30';
  if (days <= 60) return '31-60';
  return days <= 90 ? '61-90' : 'over-90';
}

/** What is owed now, by age. */
async function readAges(queryable: Queryable, accountId: number, now: Date): Promise<AccountStatement['ages']> {
  const charges = await listOpenCharges(queryable, accountId);
  const owed = [
    ...(await listOutstanding(queryable, accountId)).map(({ dueAt, outstanding }) => ({
      dueAt,
      owedKobo: outstanding,
    })),
    ...charges.map(({ invoice: { dueAt, total } }) => ({ dueAt, owedKobo: total })),
  ];
  return statementAges.map((age) => {
    const those = owed.filter(({ dueAt }) => ageOf(dueAt, now) === age);
    return { age, invoices: those.length, amount: nairaFromKobo(addKobo(...those.map(({ owedKobo }) => owedKobo))) };
  });
}

export type StatementOrder = { readonly accountId: number; readonly from: string; readonly to: string };

/**
 * An account's statement for some days of Lagos, both included: what it owed before, each document and
 * movement of money with the balance after it, and what is owed now by age. Throws request.invalid for
 * days in the wrong order or more than 400; customer.not-found.
 */
export async function buildAccountStatement(
  queryable: Queryable,
  { accountId, from, to }: StatementOrder,
  now: Date,
): Promise<AccountStatement> {
  const range = { from: lagosMidnight(from), until: new Date(lagosMidnight(to).getTime() + DAY_MS) };
  const days = (range.until.getTime() - range.from.getTime()) / DAY_MS;
  if (days < 1 || days > MOST_DAYS) {
    const message = 'Name a last day from the first day on, and at most 400 days';
    throw new ApiError('request.invalid', { message, errors: { to: message } });
  }
  const account = await findCounterAccount(queryable, accountId);
  if (!account) throw new ApiError('customer.not-found');
  const { companyName } = await findBillingDetails(queryable, accountId);
  const { opening, lines } = await readStatementLines(queryable, { accountId, ...range });
  let balance: Kobo = opening;
  const entries = lines.map(({ at, kind, document, amount }) => {
    balance = toKobo(balance + amount);
    return {
      at: at.toISOString(),
      kind,
      // What the ledger calls credit that was given is nothing to a reader.
      document: kind === 'credit' ? '' : document,
      amount: nairaFromKobo(amount),
      balance: nairaFromKobo(balance),
    };
  });
  return {
    from,
    to,
    customer: { name: companyName ?? account.name, accountNumber: account.accountNumber },
    opening: nairaFromKobo(opening),
    closing: nairaFromKobo(balance),
    entries,
    ages: await readAges(queryable, accountId, now),
  };
}
