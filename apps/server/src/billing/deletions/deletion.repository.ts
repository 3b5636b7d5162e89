import type { DeletionObstacle } from '@portal/contract/identity/privacy';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';

/** What the money and the paid time of accounts have against deleting them. */
export async function findBillingObstacles(
  queryable: Queryable,
  accountIds: readonly number[],
): Promise<DeletionObstacle[]> {
  const accounts = sql`any(${sql.param(accountIds)}::int[])`;
  const { rows } = await queryable.execute<{ obstacle: DeletionObstacle }>(sql`
    select 'debt' as obstacle where exists (
      select from invoices where user_id = ${accounts} and status = 'open' and kind in ('charge', 'monthly'))
    union all select 'debt' where exists (
      select from invoiced_periods where account_id = ${accounts} and invoice_id is null)
    union all select 'payment' where exists (
      select from payments where user_id = ${accounts}
        and (status in ('pending', 'review') or status = 'initialized' and next_check_at is not null))
    union all select 'dispute' where exists (
      select from payments p join payment_disputes d on d.payment_id = p.id
      where p.user_id = ${accounts} and d.outcome is null)
    union all select 'refund' where exists (
      select from payments p join refunds r on r.payment_id = p.id
      where p.user_id = ${accounts} and r.status in ('awaiting-approval', 'requested', 'pending'))
    union all select 'credit' where exists (
      select from credit_balances where user_id = ${accounts} and balance <> 0)
    union all select 'subscription' where exists (
      select from lines l join user_subscriptions s on s.user_id = l.id
      where l.account_id = ${accounts} and s.status <> 'cancelled')
    union all select 'last-owner' where exists (
      select from accounts a join lines l on l.account_id = a.id join user_subscriptions s on s.user_id = l.id
      where a.id = ${accounts} and a.kind = 'company' and s.status in ('active', 'suspended'))`);
  return [...new Set(rows.map(({ obstacle }) => obstacle))];
}

/** The addresses that payments and saved cards of these accounts were made with, in lower case. */
export async function findPayerAddresses(queryable: Queryable, accountIds: readonly number[]): Promise<string[]> {
  const accounts = sql`any(${sql.param(accountIds)}::int[])`;
  const { rows } = await queryable.execute<{ email: string }>(sql`
    select lower(email) as email from payments where user_id = ${accounts}
    union select lower(email) from payment_methods where user_id = ${accounts}
    union select email from mandates where user_id = ${accounts}`);
  return rows.map(({ email }) => email);
}

export async function listLineIdsOf(queryable: Queryable, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await queryable.execute<{ id: number }>(
    sql`select id from lines where account_id = any(${sql.param(accountIds)}::int[]) order by id`,
  );
  return rows.map(({ id }) => id);
}
