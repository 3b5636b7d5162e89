import { emailKey } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type ImportContext, type ImportKindRules, NO_CUSTOMER, type Outcome, type ReadRow } from '../import-kind.ts';
import { findOwners } from './find-owners.repository.ts';
import { insertEarlierPayments, removeEarlierPayments, sumEarlierPayments } from './payments.repository.ts';
import { type ImportedPayment, readPayment } from './read-payment.policy.ts';

async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedPayment>[]) {
  const named = rows.map(({ values: { customer } }) => ({ customer, emailKey: emailKey(customer) }));
  const owners = await findOwners(tx, context.source, named);
  const owned = rows.flatMap(({ values }) => {
    const userId = owners.get(values.customer);
    return userId === undefined ? [] : [{ ...values, userId }];
  });
  await insertEarlierPayments(tx, context, owned);
  return rows.map(({ row, externalId, values }): Outcome => {
    const userId = owners.get(values.customer);
    if (userId === undefined) return { row, reason: NO_CUSTOMER };
    return { row, externalId, userId, recordId: null };
  });
}

/** What customers paid in the earlier system, for reading: nothing is booked. */
export const payments: ImportKindRules<ImportedPayment> = {
  readRow: readPayment,
  insert,
  sumBooked: sumEarlierPayments,
  remove: removeEarlierPayments,
};
