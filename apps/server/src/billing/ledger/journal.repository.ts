import { type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';

type Range = { readonly from: Date; readonly until: Date };

/** The VAT in an amount of invoice `i`: of its rate, or of its rates by what it has of each. */
const vatOf = (amount: SQL) => sql`(case
    when jsonb_array_length(i.snapshot -> 'vat') > 1 then ${amount} * i.vat / i.total
    -- A charge that bears no VAT has the rate zero, of whatever release it is.
    when i.kind = 'charge' and i.vat = 0 then 0
    else ${amount} * i.vat_rate / (10000 + i.vat_rate) end)`;

/**
 * The entries of a time, with the VAT inside revenue as an entry of its own: at the rate of its
 * invoice, rounded for each transaction as on it, and what goes back as on its credit note. Debits positive.
 */
function entriesOf({ from, until }: Range, also: SQL = sql`true`): SQL {
  const within = sql`e.created_at >= ${from.toISOString()}::timestamptz and e.created_at < ${until.toISOString()}::timestamptz and ${also}`;
  const day = sql`to_char(e.created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD')`;
  const inAmount = vatOf(sql`e.amount`);
  // That of the invoice that was paid, issued or written off; before there were invoices it was 7.5 %.
  const known = sql`coalesce(
    (select c.vat from credit_notes c join invoices i on i.id = c.invoice_id
      where i.payment_id = e.payment_id and c.issued_at = e.created_at and c.total = e.amount),
    (select ${inAmount} from invoices i where i.payment_id = e.payment_id),
    case when e.transaction_key like 'invoice:%' then (
      select ${inAmount} from invoices i where i.invoice_number = substr(e.transaction_key, 9))
    when e.transaction_key like 'receivable%' then (
      select ${inAmount} from write_offs w join invoices i on i.id = w.invoice_id
      where w.user_id = e.user_id and e.transaction_key in ('receivable:' || w.id, 'receivable-reversal:' || w.id)) end,
    e.amount * 750 / 10750)`;
  // A company's payment takes back shares of the invoices that it, or the tax withheld with it, had settled.
  const settled = sql`(
    select case when min(i.vat_rate) = max(i.vat_rate) and max(jsonb_array_length(coalesce(i.snapshot -> 'vat', '[]'))) < 2
        then e.amount * min(i.vat_rate) / (10000 + min(i.vat_rate))
      else e.amount * sum(${vatOf(sql`s.amount`)}) / sum(s.amount) end
    from invoice_settlements s join invoices i on i.id = s.invoice_id
    where s.payment_id = e.payment_id and (s.kind = 'withheld') = (e.transaction_key like 'withheld%'))`;
  const vat = sql`round(coalesce(${settled}, ${known}), 2)`;
  return sql`
    select e.id, 0 as part, ${day} as day, e.transaction_key, e.account, e.user_id, e.payment_id,
      case when e.account = 'revenue' then e.amount - ${vat} else e.amount end as amount
    from ledger_entries e where ${within}
    union all
    select e.id, 1, ${day}, e.transaction_key, 'vat', e.user_id, e.payment_id, ${vat}
    from ledger_entries e where ${within} and e.account = 'revenue' and ${vat} <> 0`;
}

export type JournalLine = {
  readonly id: string;
  readonly part: number;
  readonly day: string;
  readonly transaction: string;
  readonly account: string;
  readonly accountNumber: string | null;
  readonly reference: string | null;
  readonly amountKobo: Kobo;
};

/** Each entry of a time in the order of the ledger, after the one with the id `after`. */
export async function listJournalLines(
  queryable: Queryable,
  range: Range & { readonly after: string; readonly limit: number },
): Promise<JournalLine[]> {
  const next = sql`e.id in (
    select n.id from ledger_entries n
    where n.id > ${range.after}::bigint and n.created_at >= ${range.from.toISOString()}::timestamptz
      and n.created_at < ${range.until.toISOString()}::timestamptz
    order by n.id limit ${range.limit})`;
  const { rows } = await queryable.execute<Omit<JournalLine, 'amountKobo'> & { amount: string }>(
    sql`select j.id::text, j.part, j.day, j.transaction_key as transaction, j.account, a.number as "accountNumber",
        p.reference, j.amount::text
      from (${entriesOf(range, next)}) j
      left join accounts a on a.id = j.user_id
      left join payments p on p.id = j.payment_id
      order by j.id, j.part`,
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amountKobo: koboFromDecimal(amount) }));
}

/** The VAT that a time's journal has, output VAT above zero. */
export async function sumJournalVat(queryable: Queryable, range: Range): Promise<Kobo> {
  const { rows } = await queryable.execute<{ amount: string }>(
    sql`select coalesce(-sum(amount), 0)::text as amount from (${entriesOf(range, sql`e.account = 'revenue'`)}) j where account = 'vat'`,
  );
  return koboFromDecimal(rows[0]?.amount ?? '0');
}

export type JournalDay = {
  readonly day: string;
  readonly account: string;
  readonly debitKobo: Kobo;
  readonly creditKobo: Kobo;
};

/** The debits and the credits of each account by day in Lagos. */
export async function listJournalDays(queryable: Queryable, range: Range): Promise<JournalDay[]> {
  const { rows } = await queryable.execute<{ day: string; account: string; debit: string; credit: string }>(
    sql`select day, account, coalesce(sum(amount) filter (where amount > 0), 0)::text as debit,
        coalesce(-sum(amount) filter (where amount < 0), 0)::text as credit
      from (${entriesOf(range)}) j group by day, account order by day, account`,
  );
  return rows.map(({ debit, credit, ...row }) => {
    return { ...row, debitKobo: koboFromDecimal(debit), creditKobo: koboFromDecimal(credit) };
  });
}
