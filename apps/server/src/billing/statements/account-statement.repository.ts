import type { StatementEntry } from '@portal/contract/billing/companies';
import { type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';

/**
 * Everything that changes what an account owes, by its documents: invoices with what corrects and pays
 * them, and credit that was given. A payment from credit is none: the credit was counted when it came.
 */
function entriesOf(accountId: number): SQL {
  return sql`
    select issued_at as at, 'invoice' as kind, invoice_number as document, total as amount
      from invoices where user_id = ${accountId} and status <> 'void'
    union all
    select c.issued_at, 'credit-note', c.credit_note_number, -c.total
      from credit_notes c join invoices i on i.id = c.invoice_id where i.user_id = ${accountId}
    union all
    select paid_at, 'payment', reference, -coalesce(received, amount) from payments
      where user_id = ${accountId} and gateway <> 'credit' and status in ('successful', 'refunded', 'disputed')
    union all
    select w.created_at, 'withheld', p.reference, -w.amount
      from withholding_taxes w join payments p on p.id = w.payment_id where w.account_id = ${accountId}
    union all
    select w.reversed_at, 'withheld-reversed', p.reference, w.amount from withholding_taxes w
      join payments p on p.id = w.payment_id where w.account_id = ${accountId} and w.reversed_at is not null
    union all
    select w.decided_at, 'write-off', i.invoice_number, -w.amount from write_offs w
      join invoices i on i.id = w.invoice_id where w.user_id = ${accountId} and w.status in ('booked', 'reversed')
    union all
    select w.reversed_at, 'write-off-reversed', i.invoice_number, w.amount from write_offs w
      join invoices i on i.id = w.invoice_id where w.user_id = ${accountId} and w.status = 'reversed'
    union all
    select r.updated_at, 'refund', p.reference, r.amount from refunds r join payments p on p.id = r.payment_id
      where p.user_id = ${accountId} and p.gateway <> 'credit' and r.status = 'done'
    union all
    select e.created_at, case e.kind when 'charged-back' then 'chargeback' else 'refund' end, p.reference,
        ((e.details ->> 'amountKobo')::numeric / 100)::numeric(15, 2)
      from payment_events e join payments p on p.id = e.payment_id
      where p.user_id = ${accountId} and e.kind in ('charged-back', 'external-refund-recorded')
    union all
    select e.created_at, 'credit', e.transaction_key, e.amount from ledger_entries e
      where e.user_id = ${accountId} and e.account = 'credit'
        and e.transaction_key !~ '^(payment|overpayment|refund|refund-held|refund-returned|chargeback|external-refund):'`;
}

export type StatementLine = Pick<StatementEntry, 'kind' | 'document'> & { readonly at: Date; readonly amount: Kobo };

/** The sum before a moment, and what came from then until another, oldest first. */
export async function readStatementLines(
  queryable: Queryable,
  { accountId, from, until }: { readonly accountId: number; readonly from: Date; readonly until: Date },
): Promise<{ readonly opening: Kobo; readonly lines: StatementLine[] }> {
  const { rows } = await queryable.execute<{ at: string | null; kind: string; document: string; amount: string }>(
    sql`with entries as (${entriesOf(accountId)})
      select null::text as at, '' as kind, '' as document, coalesce(sum(amount), 0)::numeric(15, 2)::text as amount
        from entries where at < ${from.toISOString()}::timestamptz
      union all
      (select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), kind, document, amount::numeric(15, 2)::text
        from entries where at >= ${from.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz
        order by at, kind, document)`,
  );
  const opening = koboFromDecimal(rows.find(({ at }) => at === null)?.amount ?? '0');
  const lines = rows.flatMap(({ at, kind, document, amount }) =>
    at === null
      ? []
      : [{ at: new Date(at), kind: kind as StatementEntry['kind'], document, amount: koboFromDecimal(amount) }],
  );
  return { opening, lines: lines.toSorted((a, b) => a.at.getTime() - b.at.getTime()) };
}
