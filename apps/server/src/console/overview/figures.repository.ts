import type { FigureKind, OverviewFigures, receivableAges } from '@portal/contract/console/overview';
import { inArray, max, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { monthlyInvoices } from '../../platform/database/schema/billing/company.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { usageData, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';
import { overviewFigures } from '../../platform/database/schema/console/overview-figure.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { customerAreas } from '../../platform/database/schema/network/outage.ts';

type Figure<Kind extends FigureKind> = Omit<NonNullable<OverviewFigures[Kind]>, 'computedAt'>;

const count = (condition = sql`true`) => sql<number>`(count(*) filter (where ${condition}))::int`;
/** Naira with two decimals: exact as a JSON number up to 90 trillion. */
const sum = (amount: unknown, condition = sql`true`) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${condition}), 0)::float8`;

export async function countCustomers(queryable: Queryable): Promise<Figure<'customers'>> {
  const linesOf = sql`(select ${lines.accountId} as account_id, bool_or(status = 'active') as active,
      bool_or(status = 'suspended') as suspended, bool_or(status = 'pending') as pending
    from ${userSubscriptions} join ${lines} on ${lines.id} = ${userSubscriptions.lineId} group by ${lines.accountId}) line`;
  const state = sql`case when ${users.disabled} then 'disabled' when line.account_id is null then 'registered' when line.active then 'active'
    when line.suspended then 'suspended' when line.pending then 'pending' else 'former' end`;
  const of = (name: string) => count(sql`state = ${name}`);
  const states = sql`(select ${state} as state from ${users} left join ${linesOf} on line.account_id = ${users.id} where ${users.role} = 'customer') states`;
  const { rows } = await queryable.execute<Figure<'customers'>>(
    sql`select ${of('active')} as active, ${of('suspended')} as suspended, ${of('pending')} as "awaitingPayment",
      ${of('former')} as former, ${of('registered')} as registered, ${of('disabled')} as disabled from ${states}`,
  );
  return rowOf(rows);
}

export async function countLines(queryable: Queryable): Promise<Figure<'lines'>> {
  const is = (status: string) => sql`${userSubscriptions.status} = ${status}`;
  const { rows } = await queryable.execute<Figure<'lines'>>(
    sql`select ${count(is('active'))} as active, ${count(is('suspended'))} as suspended, ${count(is('pending'))} as "awaitingPayment",
      ${sum(userSubscriptions.monthlyFee, is('active'))} as recurring,
      round(avg(${userSubscriptions.monthlyFee}) filter (where ${is('active')}), 2)::float8 as average from ${userSubscriptions}`,
  );
  return rowOf(rows);
}

const MOST_REASONS = 6;

/** Of the Lagos month that begins on the day `since`, and of those after it. */
export async function countMovement(
  queryable: Queryable,
  { months, since }: { readonly months: readonly string[]; readonly since: Date },
): Promise<Figure<'movement'>> {
  const monthOf = (column: unknown) => sql`to_char(${column} at time zone 'Africa/Lagos', 'YYYY-MM')`;
  const by = async (column: PgColumn, reasons = sql`null`) =>
    (
      await queryable.execute<{ month: string; reason: string | null; lines: number }>(
        sql`select ${monthOf(column)} as month, ${reasons} as reason, count(*)::int as lines from ${userSubscriptions}
          where ${column} >= ${since.toISOString()} and ${userSubscriptions.startDate} is not null group by 1, 2`,
      )
    ).rows;
  const begun = await by(userSubscriptions.startDate);
  const lost = await by(userSubscriptions.cancelledAt, sql`nullif(btrim(${userSubscriptions.cancelReason}), '')`);
  const total = (rows: readonly { lines: number }[]) => rows.reduce((lines, row) => lines + row.lines, 0);
  const reasons = [...Map.groupBy(lost, ({ reason }) => reason?.toLowerCase() ?? null).values()];
  return {
    months: months.map((month) => ({
      month,
      begun: total(begun.filter((row) => row.month === month)),
      lost: total(lost.filter((row) => row.month === month)),
    })),
    reasons: reasons
      .map((rows) => ({ reason: rows[0]?.reason ?? null, lost: total(rows) }))
      .toSorted((a, b) => b.lost - a.lost)
      .slice(0, MOST_REASONS),
  };
}

// What is settled of an invoice: a company pays its own in parts, and others theirs at once.
const invoicesWithSettlement = sql`${invoices} left join ${monthlyInvoices} on ${monthlyInvoices.invoiceId} = ${invoices.id}
  left join ${writeOffs} on ${writeOffs.invoiceId} = ${invoices.id} and ${writeOffs.status} = 'booked'`;
const paidPart = sql`case when ${monthlyInvoices.invoiceId} is not null
    then ${invoices.total} - ${monthlyInvoices.outstanding} - coalesce(${writeOffs.amount}, 0)
  when ${invoices.status} = 'paid' then ${invoices.total} end`;
const owedPart = sql`coalesce(${monthlyInvoices.outstanding}, case when ${writeOffs.id} is null then ${invoices.total} end)`;

/** Of the month that begins at `since`. */
export async function sumMoney(
  queryable: Queryable,
  { month, since }: { readonly month: string; readonly since: Date },
): Promise<Figure<'money'>> {
  const from = since.toISOString();
  const { rows } = await queryable.execute<Omit<Figure<'money'>, 'month'>>(
    sql`select
      (select ${sum(sql`coalesce(${payments.received}, ${payments.amount})`)} from ${payments}
        where ${payments.paidAt} >= ${from} and ${payments.status} = 'successful') as collected,
      ${sum(invoices.total)} as invoiced, ${sum(paidPart)} as "invoicedPaid"
      from ${invoicesWithSettlement} where ${invoices.issuedAt} >= ${from} and ${invoices.status} <> 'void'`,
  );
  return { month, ...rowOf(rows) };
}

/** What is owed: the rest of an invoice that is paid in parts, and nothing of one that is written off. */
export async function sumReceivables(queryable: Queryable, now: Date): Promise<Figure<'receivables'>> {
  const days = (least: number) =>
    sql`${invoices.dueAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${least})`;
  const age = sql`case when ${days(60)} then 'over-60' when ${days(30)} then '31-60' when ${days(0)} then '1-30' else 'not-due' end`;
  const { rows } = await queryable.execute<Figure<'receivables'>['ages'][number]>(
    sql`select ${age} as age, count(*)::int as invoices, ${sum(owedPart)} as amount
      from ${invoicesWithSettlement} where ${invoices.status} = 'open' and ${owedPart} > 0 group by 1`,
  );
  const ages: (typeof receivableAges)[number][] = ['not-due', '1-30', '31-60', 'over-60'];
  return {
    ages: ages.map((wanted) => rows.find((row) => row.age === wanted) ?? { age: wanted, invoices: 0, amount: 0 }),
  };
}

const MOST_AREAS = 50;

type AreaUse = Pick<
  NonNullable<OverviewFigures['areas']>['areas'][number],
  'area' | 'lines' | 'soldMbps' | 'usedGigabytes'
>;

/** The lines with access in each area, and what they used in this month; most lines first. */
export async function sumAreas(queryable: Queryable, month: string): Promise<AreaUse[]> {
  const { rows } = await queryable.execute<AreaUse>(
    sql`select ${customerAreas.area} as area, count(*)::int as lines, sum(line.mbps)::int as "soldMbps",
        coalesce(sum(${usageData.dataUsed}), 0)::float8 as "usedGigabytes"
      from (select ${networkLines.lineId} as id, ${networkLines.downloadMbps} as mbps
        from ${networkLines} where ${networkLines.access} = 'open') line
      left join ${customerAreas} on ${customerAreas.lineId} = line.id
      left join ${usageData} on ${usageData.lineId} = line.id and ${usageData.period} = ${month}
      group by 1 order by 2 desc, 1 limit ${MOST_AREAS}`,
  );
  return rows;
}

function rowOf<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

export async function saveFigure(
  queryable: Queryable,
  figure: FigureKind,
  value: object,
  computedAt: Date,
): Promise<void> {
  await queryable
    .insert(overviewFigures)
    .values({ figure, value, computedAt })
    .onConflictDoUpdate({ target: overviewFigures.figure, set: { value, computedAt } });
}

/** When the last of the figures was computed; null when none ever was. */
export async function findLastComputed(queryable: Queryable): Promise<Date | null> {
  const [row] = await queryable.select({ at: max(overviewFigures.computedAt) }).from(overviewFigures);
  return row?.at ?? null;
}

/** The figures as they were last computed; null where they never were. */
export async function readFigures(queryable: Queryable, figures: readonly FigureKind[]): Promise<OverviewFigures> {
  const rows = await queryable
    .select()
    .from(overviewFigures)
    .where(inArray(overviewFigures.figure, [...figures]));
  const read = (figure: FigureKind) => {
    const row = rows.find((candidate) => candidate.figure === figure);
    return row ? { ...(row.value as object), computedAt: row.computedAt.toISOString() } : null;
  };
  return Object.fromEntries(figures.map((figure) => [figure, read(figure)])) as OverviewFigures;
}
