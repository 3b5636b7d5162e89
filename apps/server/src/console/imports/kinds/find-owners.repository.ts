import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';

/**
 * The customers that a file names by their id in its source, their email address (as `emailKey`), or
 * the number of their account here; in this order.
 */
export async function findOwners(
  tx: Transaction,
  source: string,
  named: readonly { readonly customer: string; readonly emailKey: string }[],
): Promise<Map<string, number>> {
  // Each an index lookup, whatever the statistics of tables say that an import has just filled.
  const { rows } = await tx.execute<{ customer: string; user_id: number | null }>(
    sql`select n.customer, coalesce(
        (select r.user_id from imported_records r
          where r.source = ${source} and r.kind = 'customers' and r.external_id = n.customer),
        (select u.id from users u where u.email_key = n."emailKey" and u.role = 'customer'),
        (select a.id from accounts a where a.number = n.customer)) as user_id
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(customer text, "emailKey" text)`,
  );
  return new Map(rows.flatMap((row) => (row.user_id === null ? [] : [[row.customer, row.user_id] as const])));
}
