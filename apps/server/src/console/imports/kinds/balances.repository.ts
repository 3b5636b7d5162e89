import { decimalFromKobo, type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';

/**
 * Books each credit once, under a key of the import and the row, and adds it to what its customer
 * may spend.
 */
export async function postOpeningBalances(
  tx: Transaction,
  { id, now }: { readonly id: string; readonly now: Date },
  credits: readonly { readonly row: number; readonly userId: number; readonly amountKobo: Kobo }[],
): Promise<void> {
  if (credits.length === 0) return;
  const rows = credits.map(({ amountKobo, ...credit }) => ({ ...credit, amount: decimalFromKobo(amountKobo) }));
  const batch = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(row integer, "userId" integer, amount numeric)`;
  await tx.execute(
    sql`insert into ledger_entries (transaction_key, account, user_id, amount, created_at)
      select ${`opening-balance:${id}:`} || r.row, side.account, r."userId", r.amount * side.sign, ${now}
      from ${batch} cross join (values ('opening-balances', 1), ('credit', -1)) as side(account, sign)
      order by r.row, side.sign desc`,
  );
  await tx.execute(
    sql`insert into credit_balances (user_id, balance)
      select r."userId", sum(r.amount) from ${batch} group by r."userId" order by r."userId"
      on conflict (user_id) do update set balance = credit_balances.balance + excluded.balance`,
  );
}

/** What the ledger says an import has credited. */
export async function sumOpeningBalances(tx: Transaction, importId: string): Promise<Kobo> {
  const { rows } = await tx.execute<{ amount: string }>(
    sql`select coalesce(-sum(e.amount), 0) as amount
      from imported_records r
      join ledger_entries e
        on e.transaction_key = ${`opening-balance:${importId}:`} || r.row and e.account = 'credit'
      where r.import_id = ${importId}`,
  );
  return koboFromDecimal(rows[0]?.amount ?? '0');
}

/**
 * Removes the entries and the credit. False when a customer has spent of it, or something was booked
 * on their credit afterwards.
 */
export async function removeOpeningBalances(tx: Transaction, run: { readonly id: string }): Promise<boolean> {
  const ofRun = sql`r.import_id = ${run.id} and e.transaction_key = ${`opening-balance:${run.id}:`} || r.row`;
  const { rows } = await tx.execute<{ owed: number; taken: number }>(
    sql`with owed as (
        select e.user_id, max(e.id) as id, -sum(e.amount) as amount
        from imported_records r join ledger_entries e on ${ofRun} where e.account = 'credit' group by e.user_id
      ), taken as (
        update credit_balances b set balance = b.balance - owed.amount from owed
        where b.user_id = owed.user_id and b.balance >= owed.amount and not exists (
          select 1 from ledger_entries later
          where later.user_id = owed.user_id and later.account = 'credit' and later.id > owed.id)
        returning 1
      )
      select (select count(*)::int from owed) as owed, (select count(*)::int from taken) as taken`,
  );
  if (rows[0] === undefined || rows[0].owed !== rows[0].taken) return false;
  await tx.execute(sql`delete from ledger_entries e using imported_records r where ${ofRun}`);
  await tx.execute(
    sql`delete from credit_balances b using imported_records r
      where r.import_id = ${run.id} and b.user_id = r.user_id and b.balance = 0
        and not exists (select 1 from ledger_entries e where e.user_id = b.user_id and e.account = 'credit')`,
  );
  return true;
}
