import { type Kobo, koboFromDecimal, toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { documentsOf, type Range } from './vat-return.repository.ts';

const SHOWN = 100;

/**
 * The revenue of a time by moment: a transaction and its documents have the same one, and accounts may have
 * been merged since. What was written off of a charge becomes revenue without a document of its own.
 */
const ledgerOf = ({ from, until }: Range) => sql`(
  select min(user_id) as user_id, created_at as at, -sum(amount) as gross, array_agg(transaction_key order by id) as keys
  from ledger_entries
  where account = 'revenue' and created_at >= ${from.toISOString()}::timestamptz
    and created_at < ${until.toISOString()}::timestamptz and transaction_key not like 'receivable%'
  group by created_at)`;

export type Difference = {
  readonly at: string;
  readonly userId: number;
  readonly customer: string;
  readonly ledgerKobo: Kobo;
  readonly documentsKobo: Kobo;
  readonly transactions: string[];
  readonly documentNumbers: string[];
};

/** The sums of the ledger and of the documents of a time, and every moment at which they are not the same. */
export async function compareWithLedger(queryable: Queryable, range: Range) {
  const { rows } = await queryable.execute<{
    at: string;
    userId: number;
    customer: string | null;
    ledger: string;
    documents: string;
    transactions: string[] | null;
    numbers: string[] | null;
    all: number;
    ledgerSum: string;
    documentSum: string;
  }>(sql`
    with compared as (
      select coalesce(l.user_id, d.user_id) as user_id, coalesce(l.at, d.at) as at, coalesce(l.gross, 0) as ledger,
        coalesce(d.gross, 0) as documents, l.keys, d.numbers
      from ${ledgerOf(range)} l
      full join (select min(user_id) as user_id, at, sum(total) as gross, array_agg(number order by number) as numbers
        from ${documentsOf(range)} each group by at) d on d.at = l.at
    ), sums as (
      select coalesce(sum(ledger), 0) as ledger, coalesce(sum(documents), 0) as documents,
        (count(*) filter (where ledger <> documents))::int as different
      from compared)
    select s.ledger::text as "ledgerSum", s.documents::text as "documentSum", s.different as all, c.at::text, c.user_id as "userId",
      c.ledger::text, c.documents::text, c.keys as transactions, c.numbers,
      (select i.snapshot -> 'buyer' ->> 'name' from invoices i where i.user_id = c.user_id order by i.issued_at desc limit 1) as customer
    from sums s left join lateral (
      select * from compared where ledger <> documents order by at limit ${SHOWN}) c on true`);
  const [first] = rows;
  return {
    ledgerKobo: koboFromDecimal(first?.ledgerSum ?? '0'),
    documentsKobo: koboFromDecimal(first?.documentSum ?? '0'),
    count: first?.all ?? 0,
    differences: rows
      .filter(({ at }) => at !== null)
      .map(
        ({ at, userId, customer, ledger, documents, transactions, numbers }): Difference => ({
          at,
          userId,
          customer: customer ?? '',
          ledgerKobo: koboFromDecimal(ledger),
          documentsKobo: koboFromDecimal(documents),
          transactions: transactions ?? [],
          documentNumbers: numbers ?? [],
        }),
      ),
  };
}

/** What became revenue of a time when it was written off, less what was taken back of that. */
export async function sumWrittenOff(queryable: Queryable, { from, until }: Range): Promise<Kobo> {
  const { rows } = await queryable.execute<{ amount: string }>(sql`
    select coalesce(-sum(amount), 0)::text as amount from ledger_entries
    where account = 'revenue' and transaction_key like 'receivable%'
      and created_at >= ${from.toISOString()}::timestamptz and created_at < ${until.toISOString()}::timestamptz`);
  return koboFromDecimal(rows[0]?.amount ?? '0');
}

export type RegistrationSum = {
  readonly state: 'registered' | 'waiting' | 'refused' | 'unregistered';
  readonly count: number;
  readonly amountKobo: Kobo;
};

/** The documents of a time by what the tax authority knows of them; credit notes below zero. */
export async function sumRegistrations(queryable: Queryable, range: Range): Promise<RegistrationSum[]> {
  const { rows } = await queryable.execute<{ state: RegistrationSum['state']; count: number; amount: string }>(sql`
    select case when e.status is null then 'unregistered' when e.status = 'unknown' then 'waiting' else e.status end as state,
      count(*)::int as count, sum(d.total)::text as amount
    from ${documentsOf(range)} d left join e_invoices e on e.document_number = d.number
    group by 1`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountKobo: koboFromDecimal(amount) }));
}

/** Documents that are registered with another sum than they have. */
export async function listOtherSums(queryable: Queryable, range: Range) {
  const { rows } = await queryable.execute<{ documentNumber: string; registered: string; document: string }>(sql`
    select d.number as "documentNumber", e.document -> 'totals' ->> 'totalKobo' as registered,
      (abs(d.total) * 100)::bigint::text as document
    from ${documentsOf(range)} d join e_invoices e on e.document_number = d.number
    where e.status = 'registered' and (e.document -> 'totals' ->> 'totalKobo')::bigint <> abs(d.total) * 100
    order by d.number limit ${SHOWN}`);
  return rows.map(({ documentNumber, registered, document }) => ({
    documentNumber,
    registeredKobo: toKobo(Number(registered)),
    documentKobo: toKobo(Number(document)),
  }));
}

/** Tax that was withheld from payments of a time: whose document came, and whose is missing. */
export async function sumWithheld(queryable: Queryable, { from, until }: Range) {
  const within = sql`w.created_at >= ${from.toISOString()}::timestamptz and w.created_at < ${until.toISOString()}::timestamptz
    and w.reversed_at is null`;
  const { rows: sums } = await queryable.execute<{ received: boolean; count: number; amount: string }>(sql`
    select w.credit_note_number is not null as received, count(*)::int as count, sum(w.amount)::text as amount
    from withholding_taxes w where ${within} group by 1`);
  const { rows: missing } = await queryable.execute<{
    id: number;
    name: string;
    count: number;
    amount: string;
    oldestAt: string;
  }>(sql`
    select w.account_id as id, coalesce(d.company_name, '') as name, count(*)::int as count, sum(w.amount)::text as amount,
      min(w.created_at)::text as "oldestAt"
    from withholding_taxes w left join billing_details d on d.user_id = w.account_id
    where ${within} and w.credit_note_number is null
    group by 1, 2 order by sum(w.amount) desc, 1 limit ${SHOWN}`);
  const of = (received: boolean) => {
    const sum = sums.find((each) => each.received === received);
    return { count: sum?.count ?? 0, amountKobo: koboFromDecimal(sum?.amount ?? '0') };
  };
  return {
    received: of(true),
    missing: of(false),
    missingBy: missing.map(({ amount, ...each }) => ({ ...each, amountKobo: koboFromDecimal(amount) })),
  };
}
