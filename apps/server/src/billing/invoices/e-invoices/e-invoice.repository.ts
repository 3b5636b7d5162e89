import type { Kobo } from '@portal/kernel/money';
import { and, desc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '../../../platform/database/connection.ts';
import { companyBilling } from '../../../platform/database/schema/billing/company.ts';
import { type EInvoiceFault, eInvoices } from '../../../platform/database/schema/billing/e-invoice.ts';
import { creditNotes, invoices } from '../../../platform/database/schema/billing/invoice.ts';
import { OPENING_YEAR } from '../invoice.policy.ts';

export type { EInvoiceFault };

export type EInvoiceRow = typeof eInvoices.$inferSelect;

/**
 * Has those of these invoices registered that are tax invoices by now: a company's when it is issued,
 * everything else, which is paid in advance, when it is paid. A business buys with a TIN, or is billed as
 * one. Safe to repeat.
 */
export async function queueInvoices(tx: Transaction, invoiceNumbers: readonly string[], now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into ${eInvoices} (invoice_id, document_number, user_id, procedure, status, next_attempt_at, created_at)
    select i.id, i.invoice_number, i.user_id,
      case when i.kind = 'monthly' or i.snapshot -> 'buyer' ->> 'taxId' is not null
        or exists (select from ${companyBilling} where account_id = i.user_id)
        then 'clearance' else 'reporting' end,
      'waiting', ${at}, ${at}
    from ${invoices} i
    where i.invoice_number = any(${sql.param([...invoiceNumbers])}) and i.total > 0 and i.year <> ${OPENING_YEAR}
      and (i.kind = 'monthly' or i.status = 'paid')
    on conflict do nothing`);
}

/** Has a credit note registered where its invoice is, or waits to be. */
export async function queueCreditNote(tx: Transaction, creditNoteNumber: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into ${eInvoices} (credit_note_id, document_number, user_id, procedure, status, next_attempt_at, created_at)
    select c.id, c.credit_note_number, c.user_id, e.procedure, 'waiting', ${at}, ${at}
    from ${creditNotes} c join ${eInvoices} e on e.invoice_id = c.invoice_id
    where c.credit_note_number = ${creditNoteNumber}
    on conflict do nothing`);
}

const ofInvoice = alias(eInvoices, 'of_invoice');

/** Documents with what they are made of, to be filtered by the caller. */
function selectSources(queryable: Queryable) {
  return queryable
    .select({
      row: eInvoices,
      invoice: invoices,
      creditNote: creditNotes,
      /** The number of the invoice that a credit note corrects; null while that is not registered. */
      correctedIrn: sql<string | null>`case when ${ofInvoice.status} = 'registered' then ${ofInvoice.irn} end`,
    })
    .from(eInvoices)
    .leftJoin(creditNotes, eq(creditNotes.id, eInvoices.creditNoteId))
    .innerJoin(invoices, sql`${invoices.id} = coalesce(${eInvoices.invoiceId}, ${creditNotes.invoiceId})`)
    .leftJoin(ofInvoice, eq(ofInvoice.invoiceId, creditNotes.invoiceId));
}

export type Source = Awaited<ReturnType<typeof claimDue>>[number];

/**
 * Up to `limit` documents whose time has come, those of businesses first, which wait to be sent; claimed until
 * `leaseEndsAt`, locked until the transaction ends.
 */
export async function claimDue(
  tx: Transaction,
  { now, leaseEndsAt, limit }: { readonly now: Date; readonly leaseEndsAt: Date; readonly limit: number },
) {
  const claimed = await tx
    .select({ id: eInvoices.id })
    .from(eInvoices)
    .where(and(isNotNull(eInvoices.nextAttemptAt), lte(eInvoices.nextAttemptAt, now)))
    .orderBy(eInvoices.procedure, eInvoices.nextAttemptAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  await tx.update(eInvoices).set({ nextAttemptAt: leaseEndsAt }).where(inArray(eInvoices.id, ids));
  return selectSources(tx)
    .where(inArray(eInvoices.id, ids))
    .orderBy(eInvoices.procedure, eInvoices.createdAt, eInvoices.id);
}

/** Stores what a document is sent as from now on, before it is sent for the first time. */
export async function storeDocument(
  tx: Transaction,
  id: string,
  { irn, document }: { readonly irn: string; readonly document: unknown },
): Promise<void> {
  await tx.update(eInvoices).set({ irn, document, fault: null }).where(eq(eInvoices.id, id));
}

/** Stores what a party lacked when the invoice was issued. Nobody has it yet: it waits to be sent. */
export async function completeParties(
  tx: Transaction,
  invoiceId: string,
  snapshot: (typeof invoices.$inferSelect)['snapshot'],
): Promise<void> {
  await tx.update(invoices).set({ snapshot }).where(eq(invoices.id, invoiceId));
}

/**
 * Before it is sent: whatever becomes of this attempt, it may have arrived. Returns how many attempts there
 * were before, also by others since it was claimed; null where it is decided by now.
 */
export async function markSending(database: Database, id: string): Promise<number | null> {
  const moved = await database
    .update(eInvoices)
    .set({ status: 'unknown', attempts: sql`${eInvoices.attempts} + 1` })
    .where(and(eq(eInvoices.id, id), inArray(eInvoices.status, ['waiting', 'unknown'])))
    .returning({ attempts: eInvoices.attempts });
  return moved[0] ? moved[0].attempts - 1 : null;
}

/** After an attempt without a decision, or one that a person has to decide: `nextAttemptAt` null. */
export async function recordFault(
  queryable: Queryable,
  id: string,
  state: {
    readonly status: 'waiting' | 'unknown' | 'refused';
    readonly fault: EInvoiceFault;
    readonly nextAttemptAt: Date | null;
  },
): Promise<void> {
  await queryable
    .update(eInvoices)
    .set(state)
    .where(and(eq(eInvoices.id, id), ne(eInvoices.status, 'registered')));
}

/** → registered, once; its invoice then has the number, too. False where it was. */
export async function markRegistered(
  tx: Transaction,
  { id, invoiceId, irn }: Pick<EInvoiceRow, 'id' | 'invoiceId' | 'irn'>,
  registered: { readonly registeredAt: Date; readonly qrText: string | null },
): Promise<boolean> {
  const moved = await tx
    .update(eInvoices)
    .set({ status: 'registered', fault: null, nextAttemptAt: null, ...registered })
    .where(and(eq(eInvoices.id, id), ne(eInvoices.status, 'registered')))
    .returning({ id: eInvoices.id });
  if (moved.length === 0) return false;
  if (invoiceId !== null) await tx.update(invoices).set({ electronicReference: irn }).where(eq(invoices.id, invoiceId));
  return true;
}

/** Locked until the transaction ends; null where there is none. */
export async function lockEInvoice(tx: Transaction, id: string): Promise<EInvoiceRow | null> {
  const [row] = await tx.select().from(eInvoices).where(eq(eInvoices.id, id)).for('update');
  return row ?? null;
}

const isRefused = sql`${eInvoices.status} = 'refused'`;
/** The authority has, or may have, a document under its number. */
const isNumberTaken = sql`${eInvoices.fault} ->> 'code' in ('duplicate', 'other-number')`;

/**
 * What a retry makes of a row: a refused one waits again, to be made anew from what is stored by then, also
 * its number, which had another service id where that was wrong; one that may have arrived stays as it was sent.
 */
const retried = (now: Date) => ({
  status: sql`case when ${isRefused} then 'waiting' else ${eInvoices.status} end`,
  document: sql`case when ${isRefused} then null else ${eInvoices.document} end`,
  irn: sql`case when ${isRefused} and not ${isNumberTaken} then null else ${eInvoices.irn} end`,
  nextAttemptAt: now,
});

export async function retryOne(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(eInvoices).set(retried(now)).where(eq(eInvoices.id, id));
}

/** All that are not registered; returns how many. */
export async function retryAll(tx: Transaction, now: Date): Promise<number> {
  const moved = await tx.update(eInvoices).set(retried(now)).where(ne(eInvoices.status, 'registered'));
  return moved.rowCount ?? 0;
}

/** The same for all of an account that were refused for their buyer, whose details have changed. */
export async function retryRefusedBuyer(queryable: Queryable, accountId: number, now: Date): Promise<void> {
  await queryable
    .update(eInvoices)
    .set(retried(now))
    .where(
      and(
        eq(eInvoices.userId, accountId),
        eq(eInvoices.status, 'refused'),
        sql`${eInvoices.fault} ->> 'field' like 'buyer.%'`,
      ),
    );
}

/** Whether an invoice waits to be registered before it may be sent. */
export const awaitsClearance = sql<boolean>`exists (
  select from e_invoices e where e.invoice_id = ${invoices.id} and e.procedure = 'clearance' and e.status <> 'registered')`;

/**
 * The due day of a company's invoices counts from the day on which they are sent: those that wait are due
 * no earlier than if they were sent now.
 */
export async function postponeHeldInvoices(database: Database, now: Date): Promise<void> {
  await database.execute(sql`
    update ${invoices} i set due_at = d.due_at
    from ${eInvoices} e, ${companyBilling} b, lateral (
      select (date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'Africa/Lagos') at time zone 'Africa/Lagos')
        + make_interval(days => b.payment_terms_days) as due_at) d
    where e.status <> 'registered' and e.procedure = 'clearance' and e.invoice_id = i.id and i.kind = 'monthly'
      and i.status = 'open' and b.account_id = i.user_id and i.due_at < d.due_at`);
}

/** What of the queue an operator has to know. */
export async function readQueue(queryable: Queryable) {
  const { rows } = await queryable.execute<{
    waiting: number;
    refused: number;
    oldestAt: string | null;
    oldestClearanceAt: string | null;
    oldestReportingAt: string | null;
    keysRefused: boolean;
  }>(sql`
    select count(*) filter (where status in ('waiting', 'unknown'))::int as waiting,
      count(*) filter (where status = 'refused')::int as refused,
      min(created_at)::text as "oldestAt",
      (min(created_at) filter (where procedure = 'clearance'))::text as "oldestClearanceAt",
      (min(created_at) filter (where procedure = 'reporting'))::text as "oldestReportingAt",
      coalesce(bool_or(fault ->> 'code' = 'keys-refused'), false) as "keysRefused"
    from ${eInvoices} where status <> 'registered'`);
  const [row] = rows;
  if (!row) throw new Error('a count has no row');
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    oldestAt: dateOf(row.oldestAt),
    oldest: { clearance: dateOf(row.oldestClearanceAt), reporting: dateOf(row.oldestReportingAt) },
  };
}

/** A document with its source; null where there is none. */
export async function findSource(queryable: Queryable, id: string): Promise<Source | null> {
  const [source] = await selectSources(queryable).where(eq(eInvoices.id, id));
  return source ?? null;
}

const STATES = {
  waiting: inArray(eInvoices.status, ['waiting', 'unknown']),
  refused: eq(eInvoices.status, 'refused'),
  registered: eq(eInvoices.status, 'registered'),
} as const;

export type ListedEInvoice = Awaited<ReturnType<typeof listEInvoiceRows>>[number];

/**
 * Which documents a search means, each found by an index: the one with this number or this number at the
 * authority, the credit notes of this invoice, those of the customer with this number.
 */
async function findSearched(queryable: Queryable, text: string): Promise<string[]> {
  const number = text.toUpperCase();
  const found = [
    sql`select id from ${eInvoices} where document_number = ${number}`,
    sql`select id from ${eInvoices} where irn = ${number}`,
    sql`select e.id from ${invoices} i join ${creditNotes} c on c.invoice_id = i.id
      join ${eInvoices} e on e.credit_note_id = c.id where i.invoice_number = ${number}`,
    ...(/^[1-9]\d{0,8}$/.test(number) ? [sql`select id from ${eInvoices} where user_id = ${Number(number)}`] : []),
  ];
  const { rows } = await queryable.execute<{ id: string }>(sql.join(found, sql` union all `));
  return rows.map(({ id }) => id);
}

/** Newest first, after the one with the id `before`; for `search` see `findSearched`. */
export async function listEInvoiceRows(
  queryable: Queryable,
  page: {
    readonly state?: keyof typeof STATES | undefined;
    readonly search?: string | undefined;
    readonly before?: string | undefined;
    readonly limit: number;
  },
) {
  const { state, search = '', before, limit } = page;
  const wanted = search.trim() === '' ? null : await findSearched(queryable, search.trim());
  if (wanted?.length === 0) return [];
  return queryable
    .select({
      row: eInvoices,
      invoiceNumber: invoices.invoiceNumber,
      total: sql<Kobo>`coalesce(${creditNotes.total}, ${invoices.total})`.mapWith(invoices.total),
      customer: sql<string>`${invoices.snapshot} -> 'buyer' ->> 'name'`,
    })
    .from(eInvoices)
    .leftJoin(creditNotes, eq(creditNotes.id, eInvoices.creditNoteId))
    .innerJoin(invoices, sql`${invoices.id} = coalesce(${eInvoices.invoiceId}, ${creditNotes.invoiceId})`)
    .where(
      and(
        state && STATES[state],
        wanted ? inArray(eInvoices.id, wanted) : undefined,
        before === undefined
          ? undefined
          : sql`(${eInvoices.createdAt}, ${eInvoices.id}) < (select b.created_at, b.id from e_invoices b where b.id = ${before})`,
      ),
    )
    .orderBy(desc(eInvoices.createdAt), desc(eInvoices.id))
    .limit(limit);
}
