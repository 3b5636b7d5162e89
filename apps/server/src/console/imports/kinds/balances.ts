import { emailKey } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type ImportContext, type ImportKindRules, NO_CUSTOMER, type Outcome, type ReadRow } from '../import-kind.ts';
import { postOpeningBalances, removeOpeningBalances, sumOpeningBalances } from './balances.repository.ts';
import { findOwners } from './find-owners.repository.ts';
import { type ImportedBalance, readBalance } from './read-balance.policy.ts';

async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedBalance>[]) {
  const named = rows.map(({ values: { customer } }) => ({ customer, emailKey: emailKey(customer) }));
  const owners = await findOwners(tx, context.source, named);
  const outcomes = rows.map(({ row, externalId, values }): Outcome => {
    const userId = owners.get(values.customer);
    return userId === undefined ? { row, reason: NO_CUSTOMER } : { row, externalId, userId, recordId: null };
  });
  const credits = rows.flatMap(({ row, values: { customer, amountKobo } }) => {
    const userId = owners.get(customer);
    return userId === undefined || amountKobo === 0 ? [] : [{ row, userId, amountKobo }];
  });
  await postOpeningBalances(tx, context, credits);
  return outcomes;
}

/** Credit of customers, each amount a balanced transaction of the ledger against `opening-balances`. */
export const balances: ImportKindRules<ImportedBalance> = {
  readRow: readBalance,
  insert,
  sumBooked: sumOpeningBalances,
  remove: removeOpeningBalances,
};
