import { type Kobo, koboFromDecimal, toKobo } from '@portal/kernel/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { OPENING_YEAR } from '../invoices/invoice.policy.ts';

export type Range = { readonly from: Date; readonly until: Date };

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** The VAT breakdown of a document of an earlier release, which has none of its own. */
const breakdownOf = (stored: SQL, total: SQL, vat: SQL) => sql`coalesce(${stored}, jsonb_build_array(jsonb_build_object(
  'category', case when i.kind = 'charge' and i.vat = 0 then 'exempt' else 'standard' end,
  'rate', case when i.kind = 'charge' and i.vat = 0 then 0 else i.vat_rate end,
  'grossKobo', (${total} * 100)::bigint, 'taxableKobo', ((${total} - ${vat}) * 100)::bigint, 'vatKobo', (${vat} * 100)::bigint)))`;

/**
 * The documents whose VAT falls due within a time: a company's invoices when they are issued, everything
 * else when it is paid, credit notes when they are issued. Not the invoices of an earlier system.
 */
export function documentsOf({ from, until }: Range): SQL {
  return sql`(
    select i.id, i.invoice_number as number, 'invoice' as kind, i.user_id, i.issued_at as at, i.total, i.vat, i.id as invoice_id,
      i.snapshot -> 'buyer' as buyer, ${breakdownOf(sql`i.snapshot -> 'vat'`, sql`i.total`, sql`i.vat`)} as breakdown
    from invoices i
    where i.kind = 'monthly' and i.issued_at >= ${at(from)} and i.issued_at < ${at(until)} and i.year <> ${OPENING_YEAR}
    union all
    select i.id, i.invoice_number, 'invoice', i.user_id, i.paid_at, i.total, i.vat, i.id, i.snapshot -> 'buyer',
      ${breakdownOf(sql`i.snapshot -> 'vat'`, sql`i.total`, sql`i.vat`)}
    from invoices i
    where i.kind <> 'monthly' and i.paid_at >= ${at(from)} and i.paid_at < ${at(until)} and i.status = 'paid'
      and i.year <> ${OPENING_YEAR}
    union all
    select c.id, c.credit_note_number, 'credit-note', c.user_id, c.issued_at, -c.total, -c.vat, i.id, i.snapshot -> 'buyer',
      ${breakdownOf(sql`c.vat_breakdown`, sql`c.total`, sql`c.vat`)}
    from credit_notes c join invoices i on i.id = c.invoice_id
    where c.issued_at >= ${at(from)} and c.issued_at < ${at(until)} and i.year <> ${OPENING_YEAR})`;
}

export type VatSum = {
  readonly kind: 'invoice' | 'credit-note';
  readonly category: 'standard' | 'zero-rated' | 'exempt';
  readonly rate: number;
  readonly grossKobo: Kobo;
  readonly taxableKobo: Kobo;
  readonly vatKobo: Kobo;
};

/** What the documents of a time come to, by kind, category and rate; credit notes above zero, too. */
export async function sumVatReturn(queryable: Queryable, range: Range): Promise<VatSum[]> {
  const { rows } = await queryable.execute<
    Pick<VatSum, 'kind' | 'category' | 'rate'> & { gross: string; taxable: string; vat: string }
  >(sql`
    select d.kind, p.category, p.rate, sum(p."grossKobo")::text as gross, sum(p."taxableKobo")::text as taxable,
      sum(p."vatKobo")::text as vat
    from ${documentsOf(range)} d,
      jsonb_to_recordset(d.breakdown) as p(category text, rate int, "grossKobo" bigint, "taxableKobo" bigint, "vatKobo" bigint)
    group by 1, 2, 3 order by 1 desc, 2, 3`);
  return rows.map(({ gross, taxable, vat, ...row }) => ({
    ...row,
    grossKobo: toKobo(Number(gross)),
    taxableKobo: toKobo(Number(taxable)),
    vatKobo: toKobo(Number(vat)),
  }));
}

/** How many invoices and credit notes there are in a time. */
export async function countDocuments(queryable: Queryable, range: Range) {
  const { rows } = await queryable.execute<{ invoices: number; creditNotes: number }>(sql`
    select (count(*) filter (where kind = 'invoice'))::int as invoices,
      (count(*) filter (where kind = 'credit-note'))::int as "creditNotes"
    from ${documentsOf(range)} d`);
  return rows[0] ?? { invoices: 0, creditNotes: 0 };
}

/** What was written off within a time and stands, with the VAT inside it. */
export async function sumBadDebts(queryable: Queryable, { from, until }: Range) {
  const { rows } = await queryable.execute<{ count: number; amount: string; tax: string }>(sql`
    select count(*)::int as count, coalesce(sum(w.amount), 0)::text as amount,
      coalesce(sum(round(w.amount * i.vat / nullif(i.total, 0), 2)), 0)::text as tax
    from write_offs w join invoices i on i.id = w.invoice_id
    where w.status = 'booked' and coalesce(w.decided_at, w.created_at) >= ${at(from)}
      and coalesce(w.decided_at, w.created_at) < ${at(until)}`);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    amountKobo: koboFromDecimal(row?.amount ?? '0'),
    taxKobo: koboFromDecimal(row?.tax ?? '0'),
  };
}

/** What the accounts of the ledger had within a time, debits less credits; the one named, or all. */
export async function sumEntries(queryable: Queryable, { from, until }: Range): Promise<Map<string, Kobo>> {
  const { rows } = await queryable.execute<{ account: string; amount: string }>(sql`
    select account, sum(amount)::text as amount from ledger_entries
    where created_at >= ${at(from)} and created_at < ${at(until)} group by account order by account`);
  return new Map(rows.map(({ account, amount }) => [account, koboFromDecimal(amount)]));
}

export type VatDocument = {
  readonly id: string;
  readonly number: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly at: string;
  readonly userId: number;
  readonly buyer: { readonly name: string; readonly taxId: string | null };
  readonly total: string;
  readonly vat: string;
  readonly irn: string | null;
  readonly breakdown: readonly {
    readonly category: VatSum['category'];
    readonly rate: number;
    readonly taxableKobo: number;
    readonly vatKobo: number;
  }[];
};

/** A page of the documents of a time, by their moment and id, after the given one. */
export async function listVatDocuments(
  queryable: Queryable,
  range: Range & { readonly after: { readonly at: string; readonly id: string } | null; readonly limit: number },
): Promise<VatDocument[]> {
  const { after, limit } = range;
  const { rows } = await queryable.execute<VatDocument>(sql`
    select d.id, d.number, d.kind, d.at::text, d.user_id as "userId", d.buyer, d.total::text, d.vat::text, d.breakdown,
      case when e.status = 'registered' then e.irn end as irn
    from ${documentsOf(range)} d left join e_invoices e on e.document_number = d.number
    where ${after === null ? sql`true` : sql`(d.at, d.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by d.at, d.id limit ${limit}`);
  return rows;
}
