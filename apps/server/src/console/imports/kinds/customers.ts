import { referralCode } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { ImportContext, ImportKindRules, Outcome, ReadRow } from '../import-kind.ts';
import { findTakenKeys, insertBillingDetails, insertCustomers, removeCustomers } from './customers.repository.ts';
import { type ImportedCustomer, readCustomer } from './read-customer.policy.ts';

/** More than random referral codes can collide in a row. */
const ATTEMPTS = 4;

const TAKEN = 'Another account has this email address, or one that reaches the same mailbox';

async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedCustomer>[]) {
  const taken = await findTakenKeys(
    tx,
    rows.map(({ values }) => values.emailKey),
  );
  const first = new Map<string, number>();
  for (const { row, values } of rows) if (!first.has(values.emailKey)) first.set(values.emailKey, row);
  let left = rows.filter(({ row, values }) => first.get(values.emailKey) === row && !taken.has(values.emailKey));
  const ids = new Map<string, number>();
  for (let attempt = 0; attempt < ATTEMPTS && left.length > 0; attempt++) {
    const coded = left.map(({ values }) => ({ ...values, referralCode: referralCode(context.randomBytes(8)) }));
    for (const { id, emailKey: key } of await insertCustomers(tx, context, coded)) ids.set(key, id);
    left = left.filter(({ values }) => !ids.has(values.emailKey));
  }
  const outcomes = rows.map(({ row, externalId, values }): Outcome => {
    const userId = first.get(values.emailKey) === row ? ids.get(values.emailKey) : undefined;
    return userId === undefined ? { row, reason: TAKEN } : { row, externalId, userId, recordId: null };
  });
  const details = rows.flatMap(({ values }, index) => {
    const outcome = outcomes[index];
    const isWanted = values.company !== null || values.address !== null || values.taxId !== null;
    const userId = outcome && 'userId' in outcome ? outcome.userId : null;
    return userId !== null && isWanted ? [{ ...values, userId }] : [];
  });
  await insertBillingDetails(tx, context.now, details);
  return outcomes;
}

/** Accounts of customers, without a password: the first sign-in is by the link for a lost password. */
export const customers: ImportKindRules<ImportedCustomer> = { readRow: readCustomer, insert, remove: removeCustomers };
