import type { Kobo } from '@portal/kernel/money';
import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { ledgerEntries } from '../../../platform/database/schema/billing/ledger.ts';
import type { Entry } from '../../ledger/ledger.repository.ts';

/** The entries of these transactions. */
export async function findEntriesOf(
  queryable: Queryable,
  transactionKeys: readonly string[],
): Promise<{ transactionKey: string; account: Entry['account']; amount: Kobo }[]> {
  const { transactionKey, account, amount } = ledgerEntries;
  const rows = await queryable
    .select({ transactionKey, account, amount })
    .from(ledgerEntries)
    .where(inArray(transactionKey, [...transactionKeys]));
  return rows.map((row) => ({ ...row, account: row.account as Entry['account'] }));
}
