import { decimalFromKobo, type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';

const requestOf = (importId: string) => `import:${importId}`;

type New = { readonly row: number; readonly pinHash: string; readonly amountKobo: Kobo; readonly expiresAt: Date };

/** The codes that are vouchers already, whoever made them. */
export async function findVoucherHashes(tx: Transaction, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ hash: string }>(
    sql`select pin_hash as hash from vouchers where pin_hash = any(${sql.param([...hashes])}::text[])`,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Adds vouchers to the batch of an import, which it makes first, and books what they are worth once, under a key
 * of the batch and the first row: customers have paid for them in the earlier system.
 */
export async function insertImportedVouchers(
  tx: Transaction,
  run: { readonly id: string; readonly now: Date; readonly madeBy: number; readonly until: Date },
  rows: readonly New[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const part = JSON.stringify(
    rows.map(({ pinHash, amountKobo, expiresAt }) => ({ pinHash, expiresAt, amount: decimalFromKobo(amountKobo) })),
  );
  await tx.execute(sql`
    insert into voucher_batches (kind, amount, count, expires_at, discount, status, client_request_id, created_by, created_at, issued_by, issued_at)
    values ('imported', 0, 0, ${run.until}, 0, 'issued', ${requestOf(run.id)}, ${run.madeBy}, ${run.now}, ${run.madeBy}, ${run.now})
    on conflict (client_request_id) do nothing`);
  await tx.execute(sql`
    with batch as (
      update voucher_batches set count = count + ${rows.length} where client_request_id = ${requestOf(run.id)} returning number, count
    ), made as (
      insert into vouchers (batch, index, pin_hash, amount, expires_at, status)
      select batch.number, batch.count - ${rows.length} + r.place, r."pinHash", r.amount, r."expiresAt", 'issued'
      from batch cross join rows from (jsonb_to_recordset(${part}::jsonb) as ("pinHash" text, "expiresAt" timestamptz, amount numeric))
        with ordinality as r("pinHash", "expiresAt", amount, place)
      returning amount
    ), worth as (select sum(amount) as sum from made)
    insert into ledger_entries (transaction_key, account, amount, created_at)
    select 'voucher-import:' || batch.number || ':' || ${first.row}::text, side.account, worth.sum * side.sign, ${run.now}
    from batch cross join worth cross join (values ('opening-balances', 1), ('vouchers', -1)) as side(account, sign)`);
}

/** What the ledger says that the vouchers of an import are worth. */
export async function sumImportedVouchers(tx: Transaction, importId: string): Promise<Kobo> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    select coalesce(-sum(e.amount), 0) as amount from voucher_batches b
    join ledger_entries e on e.transaction_key like 'voucher-import:' || b.number || ':%' and e.account = 'vouchers'
    where b.client_request_id = ${requestOf(importId)}`);
  return koboFromDecimal(rows[0]?.amount ?? '0');
}

/** Removes the vouchers and what was booked. False once one of them was used, stopped or expired. */
export async function removeImportedVouchers(tx: Transaction, { id }: { readonly id: string }): Promise<boolean> {
  const { rows } = await tx.execute<{ number: number; touched: boolean }>(sql`
    select b.number, exists (select from vouchers v where v.batch = b.number and v.status <> 'issued') as touched
    from voucher_batches b where b.client_request_id = ${requestOf(id)} for update`);
  const [batch] = rows;
  if (!batch) return true;
  if (batch.touched) return false;
  await tx.execute(sql`delete from ledger_entries where transaction_key like ${`voucher-import:${batch.number}:%`}`);
  await tx.execute(sql`delete from vouchers where batch = ${batch.number}`);
  await tx.execute(sql`delete from voucher_batches where number = ${batch.number}`);
  return true;
}
