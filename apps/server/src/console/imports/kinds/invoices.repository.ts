import { decimalFromKobo, type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { InvoiceParty } from '../../../billing/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { ImportedInvoice } from './read-invoice.policy.ts';

type Owned = ImportedInvoice & { readonly row: number; readonly userId: number };

/** Who started the import, else the owner who has been there longest; null without any. */
export async function findChargingStaff(tx: Transaction, startedBy: number | null): Promise<number | null> {
  if (startedBy !== null) return startedBy;
  const { rows } = await tx.execute<{ user_id: number | null }>(
    sql`select min(user_id) as user_id from staff_member_roles where role = 'owner'`,
  );
  return rows[0]?.user_id ?? null;
}

/**
 * The subscription of each invoice, by row: of the line with this id in the source, login or name, which
 * may be written otherwise where it is meant all the same; of the customer's first line where none is
 * named.
 */
export async function findInvoicedLines(
  tx: Transaction,
  source: string,
  invoices: readonly Owned[],
): Promise<Map<number, string>> {
  if (invoices.length === 0) return new Map();
  const wanted = invoices.map(({ row, userId, line }) => ({ row, userId, line }));
  const { rows } = await tx.execute<{ row: number; id: string }>(
    sql`select r.row, s.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(row integer, "userId" integer, line text)
      cross join lateral (
        select s.id from lines l join user_subscriptions s on s.user_id = l.id and s.status <> 'cancelled'
        where l.account_id = r."userId" and (r.line is null or lower(l.label) = lower(r.line)
          or search_key(l.label) = search_key(r.line) and not exists (select 1 from lines o
            where o.account_id = l.account_id and o.id <> l.id and search_key(o.label) = search_key(l.label))
          or exists (select 1 from network_lines n where n.user_id = l.id and n.username = lower(r.line))
          or exists (select 1 from imported_records i where i.source = ${source} and i.kind = 'lines'
            and i.external_id = r.line and i.record_id = s.id))
        order by l.id limit 1
      ) s`,
  );
  return new Map(rows.map(({ row, id }) => [row, id]));
}

/** The product of charges that are invoices of an earlier system; nobody is charged it by hand. */
const PRODUCT = 'Invoice of the earlier system';

type Invoiced = Owned & { readonly subscriptionId: string; readonly chargedBy: number };

/** Stores open invoices with their charges, and what is owed in the ledger; the charges by row. */
export async function insertOpeningInvoices(
  tx: Transaction,
  { now, seller }: { readonly now: Date; readonly seller: InvoiceParty },
  invoices: readonly Invoiced[],
): Promise<Map<number, string>> {
  if (invoices.length === 0) return new Map();
  const rows = invoices.map(({ amountKobo, vatKobo, ...invoice }) => {
    return { ...invoice, amount: decimalFromKobo(amountKobo), amountKobo, vat: decimalFromKobo(vatKobo) };
  });
  const batch = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(row integer, "userId" integer,
    "subscriptionId" uuid, "chargedBy" integer, amount numeric, "amountKobo" bigint, vat numeric, "vatRate" smallint, label text,
    "issuedAt" timestamptz, "dueAt" timestamptz)`;
  await tx.execute(
    sql`insert into charge_products (name, price, is_active) values (${PRODUCT}, 0, false) on conflict (name) do nothing`,
  );
  const { rows: made } = await tx.execute<{ id: string; sequence: number }>(
    sql`with series as (
        insert into number_series as s (series, year, last_number) values ('INV', 0, ${rows.length})
        on conflict (series, year) do update set last_number = s.last_number + excluded.last_number
        returning last_number
      ), numbered as (
        select r.*, 'OPN-' || lpad(r.sequence::text, greatest(6, length(r.sequence::text)), '0') as number,
          to_char(r."issuedAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment
        from series cross join lateral (
          select *, (series.last_number - ${rows.length}::integer + row_number() over (order by row))::integer as sequence
          from ${batch}
        ) r
      ), invoiced as (
        insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status,
          total, vat, vat_rate, snapshot, issued_at, due_at)
        select n.number, 0, n.sequence, n."userId", n."subscriptionId", 1, 'charge', 'open', n.amount, n.vat, n."vatRate",
          jsonb_build_object('seller', ${JSON.stringify(seller)}::jsonb, 'buyer', jsonb_build_object(
              'name', coalesce(d.company_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email),
              'email', u.email, 'phone', u.phone, 'address', d.address, 'taxId', d.tax_id, 'registrationNumber', null),
            'planName', n.label, 'speed', p.speed, 'periodStart', n.moment, 'periodEnd', n.moment,
            'lines', jsonb_build_array(jsonb_build_object('label', n.label, 'amountKobo', n."amountKobo"))),
          n."issuedAt", n."dueAt"
        from numbered n
        join user_subscriptions s on s.id = n."subscriptionId"
        join service_plans p on p.id = s.plan_id
        join accounts a on a.id = n."userId"
        join users u on u.id = a.contact_id
        left join billing_details d on d.user_id = n."userId"
        order by n.sequence
        returning invoice_number
      ), owed as (
        insert into ledger_entries (transaction_key, account, user_id, amount, created_at)
        select 'opening-invoice:' || n.number, side.account, n."userId", n.amount * side.sign, ${now}
        from numbered n join invoiced i on i.invoice_number = n.number
        cross join (values ('opening-invoices', 1), ('opening-balances', -1)) as side(account, sign)
        order by n.sequence, side.sign desc
      )
      insert into one_off_charges (user_id, subscription_id, product_id, quantity, invoice_number, charged_by, created_at)
      select n."userId", n."subscriptionId", (select id from charge_products where name = ${PRODUCT}), 1, n.number,
        n."chargedBy", n."issuedAt"
      from numbered n join invoiced i on i.invoice_number = n.number
      order by n.sequence
      returning id, substr(invoice_number, 5)::integer as sequence`,
  );
  const ids = made.toSorted((a, b) => a.sequence - b.sequence).map(({ id }) => id);
  const ordered = invoices.map(({ row }) => row).toSorted((a, b) => a - b);
  return new Map(ordered.map((row, place) => [row, ids[place] ?? '']));
}

/** What the ledger says is owed by an import. */
export async function sumOpeningInvoices(tx: Transaction, importId: string): Promise<Kobo> {
  // Each an index lookup by its key, whatever the statistics of tables say that an import has just filled.
  const { rows } = await tx.execute<{ amount: string }>(
    sql`select coalesce(sum((
        select sum(e.amount) filter (where e.account = 'opening-invoices') from ledger_entries e
        where e.transaction_key = 'opening-invoice:' || (select c.invoice_number from one_off_charges c where c.id = r.record_id)
      )), 0) as amount
      from imported_records r where r.import_id = ${importId}`,
  );
  return koboFromDecimal(rows[0]?.amount ?? '0');
}

/**
 * Removes invoices, charges and what is owed, and gives their numbers back. False when one of them was
 * paid, or an import has numbered others since. A payment that was begun violates a foreign key.
 */
export async function removeOpeningInvoices(tx: Transaction, run: { readonly id: string }): Promise<boolean> {
  const { rows } = await tx.execute<{ invoice_number: string; sequence: number; status: string; is_begun: boolean }>(
    sql`select i.invoice_number, i.sequence, i.status,
        exists (select 1 from payments p where p.user_id = i.user_id and p.charge_id = c.id) as is_begun
      from imported_records r join one_off_charges c on c.id = r.record_id
      join invoices i on i.invoice_number = c.invoice_number
      where r.import_id = ${run.id} order by i.sequence for update of i, c`,
  );
  if (rows.length === 0) return true;
  if (rows.some(({ status, is_begun: isBegun }) => status !== 'open' || isBegun)) return false;
  const { rowCount: isLast } = await tx.execute(
    sql`update number_series set last_number = last_number - ${rows.length}
      where series = 'INV' and year = 0 and last_number = ${rows.at(-1)?.sequence}`,
  );
  if (isLast !== 1) return false;
  const numbers = sql`${sql.param(rows.map(({ invoice_number: number }) => number))}::text[]`;
  await tx.execute(
    sql`delete from ledger_entries where transaction_key in (select 'opening-invoice:' || n from unnest(${numbers}) n)`,
  );
  await tx.execute(sql`delete from one_off_charges where invoice_number = any(${numbers})`);
  await tx.execute(sql`delete from invoices where invoice_number = any(${numbers})`);
  await tx.execute(sql`delete from number_series where series = 'INV' and year = 0 and last_number = 0`);
  return true;
}
