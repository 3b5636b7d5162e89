import type { Paper } from '@portal/contract/billing/papers/staff-papers';
import { type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { accountProofs } from '../../platform/database/schema/billing/account-proof.ts';
import { eInvoices } from '../../platform/database/schema/billing/e-invoice.ts';
import { creditNotes, invoices, receipts } from '../../platform/database/schema/billing/invoice.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';

type NumberedKind = Exclude<Paper['kind'], 'statement'>;

/** A table of documents with a number, each found by an index of its customer, credit notes by that of their invoices. */
type Source = {
  readonly kind: NumberedKind;
  readonly table: SQL;
  readonly number: SQL;
  readonly about: SQL;
  readonly amount: SQL;
  readonly status: SQL;
  /** Which are a customer's. */
  readonly of: (userId: number) => SQL;
};

const ownRow = (userId: number) => sql`d.user_id = ${userId}`;

const SOURCES: readonly Source[] = [
  {
    kind: 'invoice',
    table: sql`${invoices}`,
    number: sql`d.invoice_number`,
    about: sql`coalesce(d.snapshot -> 'lines' -> 0 ->> 'label', d.snapshot ->> 'planName', '')`,
    of: ownRow,
    amount: sql`d.total::text`,
    status: sql`d.status`,
  },
  {
    kind: 'credit-note',
    table: sql`${creditNotes}`,
    number: sql`d.credit_note_number`,
    about: sql`(select i.invoice_number from ${invoices} i where i.id = d.invoice_id)`,
    of: (userId) => sql`d.invoice_id in (select i.id from ${invoices} i where i.user_id = ${userId})`,
    amount: sql`d.total::text`,
    status: sql`null`,
  },
  {
    kind: 'receipt',
    table: sql`${receipts}`,
    number: sql`d.receipt_number`,
    about: sql`coalesce(d.snapshot ->> 'planName', '')`,
    of: ownRow,
    amount: sql`d.total::text`,
    status: sql`null`,
  },
  {
    kind: 'proof',
    table: sql`${accountProofs}`,
    number: sql`d.proof_number`,
    about: sql`d.language`,
    of: ownRow,
    amount: sql`null`,
    status: sql`case when d.withdrawn_at is null then 'valid' else 'withdrawn' end`,
  },
];

export type PaperRow = {
  readonly kind: NumberedKind;
  readonly number: string;
  readonly issuedAt: Date;
  readonly about: string;
  readonly amount: Kobo | null;
  readonly status: Paper['status'];
  readonly registration: Paper['registration'] | null;
};

/** The document with this number, whose it is and when it was issued, in microseconds since 1970. */
export async function findPaper(queryable: Queryable, number: string) {
  const found = SOURCES.map(
    (source) => sql`select ${source.kind}::text as kind, d.user_id as "userId",
      ${source.status} is not distinct from 'withdrawn' as "isWithdrawn",
      (extract(epoch from d.issued_at) * 1000000)::bigint::text as micros
      from ${source.table} d where ${source.number} = ${number}`,
  );
  const { rows } = await queryable.execute<{
    kind: NumberedKind;
    userId: number;
    isWithdrawn: boolean;
    micros: string;
  }>(sql`${sql.join(found, sql` union all `)} limit 1`);
  return rows[0] ?? null;
}

/** A customer's documents, newest first, those before the document `before` when it is given. */
export async function listPaperRows(
  queryable: Queryable,
  page: {
    readonly userId: number;
    readonly limit: number;
    readonly before: { readonly micros: string; readonly number: string } | null;
  },
): Promise<PaperRow[]> {
  const { userId, limit, before } = page;
  const parts = SOURCES.map(({ kind, table, number, about, amount, status, of }) => {
    const older =
      before === null
        ? sql`true`
        : sql`(d.issued_at, ${number}) < (timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond', ${before.number})`;
    return sql`(select ${kind}::text as kind, ${number} as number, d.issued_at as at, ${about}::text as about,
      ${amount}::text as amount, ${status}::text as status
      from ${table} d where ${of(userId)} and ${older} order by d.issued_at desc, ${number} desc limit ${limit})`;
  });
  const { rows } = await queryable.execute<{
    kind: NumberedKind;
    number: string;
    at: string;
    about: string;
    amount: string | null;
    status: Paper['status'];
    registration: PaperRow['registration'];
  }>(
    sql`select kind, number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, about, amount, status,
        (select case e.status when 'unknown' then 'waiting' else e.status end from ${eInvoices} e
          where e.document_number = papers.number) as registration
      from (${sql.join(parts, sql` union all `)}) papers order by papers.at desc, papers.number desc limit ${limit}`,
  );
  return rows.map(({ at, amount, ...row }) => ({
    ...row,
    issuedAt: new Date(at),
    amount: amount === null ? null : koboFromDecimal(amount),
  }));
}

/** How many documents with a number a customer has. */
export async function countPapers(queryable: Queryable, userId: number): Promise<number> {
  const counts = SOURCES.map(({ table, of }) => sql`(select count(*) from ${table} d where ${of(userId)})`);
  const { rows } = await queryable.execute<{ total: number }>(
    sql`select (${sql.join(counts, sql` + `)})::int as total`,
  );
  return rows[0]?.total ?? 0;
}

/** Where an account's people are reached, and whether their number is verified; null for none. */
export async function findReader(queryable: Queryable, accountId: number) {
  const [row] = await queryable
    .select({
      email: users.email,
      phone: users.phone,
      phoneVerifiedAt: users.phoneVerifiedAt,
      accountNumber: accounts.number,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(eq(accounts.id, accountId));
  return row ? { ...row, verifiedPhone: row.phoneVerifiedAt === null ? null : row.phone } : null;
}
