import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';

/** Sums of accounts as decimal numbers, and counts; equal before and after a merge of them. */
export type LedgerProof = Readonly<Record<'credit' | 'paid' | 'received' | 'invoiced' | 'periods', string>>;

/**
 * What these accounts have together, and how many of their rows contradict each other: credit that is not
 * what the ledger says (L2), payments whose line or receipt is another account's (I8), invoices that are
 * another account's than their payment, and live consents to Auto-Pay without a card of the account (C1).
 */
export async function proveAccounts(
  queryable: Queryable,
  accountIds: readonly number[],
): Promise<{ readonly proof: LedgerProof; readonly wrong: number }> {
  const accounts = sql`any(${sql.param(accountIds)}::int[])`;
  const { rows } = await queryable.execute<LedgerProof & { wrong: number }>(sql`
    select
      (select coalesce(sum(balance), 0)::text from credit_balances where user_id = ${accounts}) as credit,
      (select coalesce(sum(amount), 0)::text from payments
        where user_id = ${accounts} and status in ('successful', 'refunded', 'disputed')) as paid,
      (select coalesce(sum(total), 0)::text from receipts where user_id = ${accounts}) as received,
      (select coalesce(sum(total), 0)::text from invoices where user_id = ${accounts}) as invoiced,
      (select count(*)::text from lines l join user_subscriptions s on s.user_id = l.id
        join subscription_periods p on p.subscription_id = s.id where l.account_id = ${accounts}) as periods,
      ((select count(*) from (
          select user_id, sum(balance) as amount from (
            select user_id, balance from credit_balances where user_id = ${accounts}
            union all select user_id, amount from ledger_entries where account = 'credit' and user_id = ${accounts}
          ) both_sides group by user_id having sum(balance) <> 0
        ) credit)
        + (select count(*) from credit_balances where user_id = ${accounts} and balance < 0)
        + (select count(*) from payments p left join user_subscriptions s on s.id = p.subscription_id
            left join lines l on l.id = s.user_id left join receipts r on r.payment_id = p.id
            where p.user_id = ${accounts} and (l.account_id <> p.user_id or r.user_id <> p.user_id))
        + (select count(*) from invoices i join payments p on p.id = i.payment_id
            where i.user_id = ${accounts} and p.user_id <> i.user_id)
        + (select count(*) from auto_pay_consents c join user_subscriptions s on s.id = c.subscription_id
            join lines l on l.id = s.user_id join payment_methods m on m.id = c.payment_method_id
            where c.user_id = ${accounts} and c.ended_at is null and s.status <> 'cancelled'
              and (l.account_id <> c.user_id or m.user_id <> c.user_id or m.removed_at is not null))
      )::int as wrong`);
  const [row] = rows;
  if (!row) throw new Error('the ledger was not read');
  const { wrong, ...proof } = row;
  return { proof, wrong };
}
