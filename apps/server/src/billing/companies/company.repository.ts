import type { Kobo } from '@portal/kernel/money';
import { and, asc, eq, gt, inArray, isNull, lte, ne, not, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { oneOffCharges } from '../../platform/database/schema/billing/charge.ts';
import { companyBilling, invoicedPeriods, monthlyInvoices } from '../../platform/database/schema/billing/company.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { creditBalances } from '../../platform/database/schema/billing/ledger.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { awaitsClearance } from '../invoices/e-invoices/e-invoice.repository.ts';
import { upcomingAddons, upcomingPlanId } from '../pricing/upcoming-month.repository.ts';
import { neverBegins } from '../subscriptions/last-subscription.repository.ts';

export type InvoicedPeriodRow = typeof invoicedPeriods.$inferSelect;

/** False when the account is a company already. */
export async function insertCompany(tx: Transaction, company: typeof companyBilling.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(companyBilling).values(company).onConflictDoNothing().returning();
  if (inserted.length === 0) return false;
  await tx.update(accounts).set({ kind: 'company' }).where(eq(accounts.id, company.accountId));
  return true;
}

/** The account is a home account again; its invoices stay. */
export async function deleteCompany(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(companyBilling).where(eq(companyBilling.accountId, accountId));
  await tx.update(accounts).set({ kind: 'home' }).where(eq(accounts.id, accountId));
}

/** Has these subscriptions renewed as everybody's, from now on. */
export async function wakeLines(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(userSubscriptions)
    .set({ nextStepAt: now, graceSince: null, updatedAt: now })
    .where(and(inArray(userSubscriptions.id, [...ids]), ne(userSubscriptions.status, 'pending')));
}

export async function updateCompany(
  tx: Transaction,
  accountId: number,
  change: Partial<typeof companyBilling.$inferInsert>,
): Promise<void> {
  await tx.update(companyBilling).set(change).where(eq(companyBilling.accountId, accountId));
}

/** Whether an account is disabled, so that nothing is billed or taken by itself: nobody could object. */
export async function isAccountDisabled(queryable: Queryable, accountId: number): Promise<boolean> {
  const [row] = await queryable.select({ isDisabled: users.disabled }).from(users).where(eq(users.id, accountId));
  return row?.isDisabled === true;
}

/** Wakes companies whose credit pays for an open invoice, whatever has added to it. */
export async function wakeCoveredCompanies(database: Database, now: Date): Promise<void> {
  await database
    .update(companyBilling)
    .set({ nextStepAt: now })
    .where(
      and(
        gt(companyBilling.nextStepAt, now),
        sql`not exists (select 1 from ${users} where ${users.id} = ${companyBilling.accountId} and ${users.disabled})`,
        sql`exists (select 1 from ${creditBalances} where ${creditBalances.userId} = ${companyBilling.accountId} and ${creditBalances.balance} > 0)`,
        sql`exists (select 1 from ${monthlyInvoices} where ${monthlyInvoices.accountId} = ${companyBilling.accountId} and ${monthlyInvoices.outstanding} > 0)`,
      ),
    );
}

/** Claims companies that are due; until `leaseEndsAt` no other instance claims them. */
export async function claimDueCompanies(
  database: Database,
  { now, leaseEndsAt, limit }: { readonly now: Date; readonly leaseEndsAt: Date; readonly limit: number },
): Promise<number[]> {
  const due = database
    .select({ id: companyBilling.accountId })
    .from(companyBilling)
    .where(lte(companyBilling.nextStepAt, now))
    .orderBy(asc(companyBilling.nextStepAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await database
    .update(companyBilling)
    .set({ nextStepAt: leaseEndsAt })
    .where(sql`${companyBilling.accountId} = any(array(${due}))`)
    .returning({ id: companyBilling.accountId });
  return claimed.map(({ id }) => id);
}

/** The open subscriptions of a company, locked in the order of their ids, with the plan that comes next and the add-ons. */
export async function lockCompanyLines(tx: Transaction, accountId: number) {
  const held = await tx
    .select({ subscription: userSubscriptions })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(and(eq(lines.accountId, accountId), ne(userSubscriptions.status, 'cancelled')))
    .orderBy(asc(userSubscriptions.id))
    .for('update', { of: userSubscriptions });
  if (held.length === 0) return [];
  const plans = await tx
    .select({
      id: userSubscriptions.id,
      planId: servicePlans.id,
      planName: servicePlans.name,
      priceKobo: servicePlans.price,
      addons: upcomingAddons,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, upcomingPlanId))
    .where(
      inArray(
        userSubscriptions.id,
        held.map(({ subscription }) => subscription.id),
      ),
    );
  const byId = new Map(plans.map(({ id, ...plan }) => [id, plan]));
  return held.flatMap(({ subscription }) => {
    const upcoming = byId.get(subscription.id);
    return upcoming ? [{ subscription, upcoming }] : [];
  });
}

export type CompanyLine = Awaited<ReturnType<typeof lockCompanyLines>>[number];

/** The subscription that stands for an account on its invoices: that of its oldest line with one. */
export async function findFirstSubscription(queryable: Queryable, accountId: number) {
  const [row] = await queryable
    .select({ id: userSubscriptions.id, planId: userSubscriptions.planId, planName: servicePlans.name })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(eq(lines.accountId, accountId), not(neverBegins)))
    .orderBy(asc(lines.id), asc(userSubscriptions.createdAt))
    .limit(1);
  return row ?? null;
}

export async function insertInvoicedPeriods(
  tx: Transaction,
  rows: readonly (typeof invoicedPeriods.$inferInsert)[],
): Promise<InvoicedPeriodRow[]> {
  return rows.length === 0
    ? []
    : tx
        .insert(invoicedPeriods)
        .values([...rows])
        .returning();
}

/** What no invoice has charged yet, line by line and each by its time. */
export async function listUninvoiced(tx: Transaction, accountId: number) {
  return tx
    .select({
      period: invoicedPeriods,
      lineId: lines.id,
      label: lines.label,
      // As the list of lines calls one without a name.
      index: sql<number>`(select count(*)::int from ${lines} earlier where earlier.account_id = ${lines.accountId} and earlier.id <= ${lines.id})`,
    })
    .from(invoicedPeriods)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, invoicedPeriods.subscriptionId))
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(and(eq(invoicedPeriods.accountId, accountId), isNull(invoicedPeriods.invoiceId)))
    .orderBy(asc(lines.id), asc(invoicedPeriods.startsAt), asc(invoicedPeriods.id));
}

export async function markInvoiced(tx: Transaction, ids: readonly string[], invoiceId: string): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(invoicedPeriods)
    .set({ invoiceId })
    .where(and(inArray(invoicedPeriods.id, [...ids]), isNull(invoicedPeriods.invoiceId)));
}

/** The charges of an account with an open invoice of their own that is not written off, oldest first, locked with it. */
export async function lockOpenChargeInvoices(tx: Transaction, accountId: number) {
  return tx
    .select({ invoice: invoices })
    .from(oneOffCharges)
    .innerJoin(invoices, eq(invoices.invoiceNumber, oneOffCharges.invoiceNumber))
    .where(
      and(
        eq(oneOffCharges.userId, accountId),
        eq(invoices.status, 'open'),
        sql`not exists (select 1 from ${writeOffs} where ${writeOffs.invoiceId} = ${invoices.id} and ${writeOffs.status} = 'booked')`,
      ),
    )
    .orderBy(asc(oneOffCharges.createdAt), asc(oneOffCharges.id))
    .for('update');
}

/** False when the account has an invoice for the month: the unique key allows one. */
export async function insertMonthlyInvoice(
  tx: Transaction,
  row: typeof monthlyInvoices.$inferInsert,
): Promise<boolean> {
  const inserted = await tx.insert(monthlyInvoices).values(row).onConflictDoNothing().returning();
  return inserted.length === 1;
}

/** The due day of an open invoice that is sent later than it was issued. */
export async function moveDueDay(tx: Transaction, invoiceId: string, dueAt: Date): Promise<void> {
  await tx
    .update(invoices)
    .set({ dueAt })
    .where(and(eq(invoices.id, invoiceId), eq(invoices.status, 'open')));
}

export async function hasMonthlyInvoice(tx: Transaction, accountId: number, month: string): Promise<boolean> {
  const found = await tx
    .select({ id: monthlyInvoices.invoiceId })
    .from(monthlyInvoices)
    .where(and(eq(monthlyInvoices.accountId, accountId), eq(monthlyInvoices.month, month)));
  return found.length > 0;
}

/**
 * The invoices of an account that are not paid whole, the oldest first. What is written off is owed no
 * more, but for the invoice that `named` pays after all.
 */
export async function listOutstanding(queryable: Queryable, accountId: number, named: string | null = null) {
  const owed = sql`(${monthlyInvoices.outstanding} + coalesce(${writeOffs.amount}, 0))`;
  return queryable
    .select({
      invoiceId: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      issuedAt: invoices.issuedAt,
      dueAt: invoices.dueAt,
      total: invoices.total,
      vat: invoices.vat,
      vatRate: invoices.vatRate,
      outstanding: sql<Kobo>`${owed}`.mapWith(monthlyInvoices.outstanding),
      remindedDays: monthlyInvoices.remindedDays,
      /** It waits to be registered before it may be sent. */
      isHeld: awaitsClearance,
    })
    .from(monthlyInvoices)
    .innerJoin(invoices, eq(invoices.id, monthlyInvoices.invoiceId))
    .leftJoin(
      writeOffs,
      and(
        eq(writeOffs.invoiceId, invoices.id),
        eq(writeOffs.status, 'booked'),
        named === null ? sql`false` : eq(invoices.invoiceNumber, named),
      ),
    )
    .where(
      and(
        eq(monthlyInvoices.accountId, accountId),
        named === null ? gt(monthlyInvoices.outstanding, sql`0`) : sql`${owed} > 0`,
      ),
    )
    .orderBy(asc(invoices.year), asc(invoices.sequence));
}

export type OutstandingInvoice = Awaited<ReturnType<typeof listOutstanding>>[number];

export async function markReminded(tx: Transaction, invoiceId: string, remindedDays: number): Promise<void> {
  await tx.update(monthlyInvoices).set({ remindedDays }).where(eq(monthlyInvoices.invoiceId, invoiceId));
}

/**
 * The first moment at which the paid time of an active line of a company ends after `now`; null where
 * there is none.
 */
export async function findNextEnd(queryable: Queryable, accountId: number, now: Date): Promise<Date | null> {
  const [row] = await queryable
    .select({ at: sql<string | null>`min(${userSubscriptions.nextRenewal})` })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(
      and(
        eq(lines.accountId, accountId),
        eq(userSubscriptions.status, 'active'),
        gt(userSubscriptions.nextRenewal, now),
      ),
    );
  return row?.at ? new Date(row.at) : null;
}

/** Takes the step from `paidPeriods` on, once; false when it was taken before. The caller has locked it. */
export async function advanceLine(
  tx: Transaction,
  { id, paidPeriods }: { readonly id: string; readonly paidPeriods: number },
  next: Partial<typeof userSubscriptions.$inferInsert>,
): Promise<boolean> {
  const advanced = await tx
    .update(userSubscriptions)
    .set(next)
    .where(and(eq(userSubscriptions.id, id), eq(userSubscriptions.paidPeriods, paidPeriods)))
    .returning({ id: userSubscriptions.id });
  return advanced.length === 1;
}
