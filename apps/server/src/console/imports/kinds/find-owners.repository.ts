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
  const { rows } = await tx.execute<{ customer: string; user_id: number }>(
    sql`select n.customer, coalesce(r.user_id, u.id, a.id) as user_id
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(customer text, "emailKey" text)
      left join imported_records r on r.source = ${source} and r.kind = 'customers' and r.external_id = n.customer
      left join users u on u.email_key = n."emailKey" and u.role = 'customer'
      left join accounts a on a.number = n.customer
      where coalesce(r.user_id, u.id, a.id) is not null`,
  );
  return new Map(rows.map((row) => [row.customer, row.user_id]));
}
