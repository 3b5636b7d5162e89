import { koboFromDecimal } from '@portal/kernel/money';
import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

/** The open invoice of a subscription's upcoming month; null where none is open. */
export async function findOpenMonthInvoice(queryable: Queryable, subscriptionId: string) {
  const [row] = await queryable
    .select({ invoiceNumber: invoices.invoiceNumber, dueAt: invoices.dueAt })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.kind, 'period'), eq(invoices.status, 'open')))
    .orderBy(asc(invoices.dueAt))
    .limit(1);
  return row ?? null;
}

/** The number of an account. */
export async function findAccountNumber(queryable: Queryable, accountId: number): Promise<string> {
  const [row] = await queryable.select({ number: accounts.number }).from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Error(`account ${accountId} is not there`);
  return row.number;
}

/** The lines of an account, the oldest first. */
export async function listLineIds(queryable: Queryable, accountId: number): Promise<number[]> {
  const rows = await queryable
    .select({ id: lines.id })
    .from(lines)
    .where(eq(lines.accountId, accountId))
    .orderBy(asc(lines.id));
  return rows.map(({ id }) => id);
}

const LIST_MONTHS: NamedStatement = {
  name: 'list_upcoming_months',
  text: `select l.id as "lineId", coalesce(s.scheduled_plan_id, s.plan_id) as "planId", s.plan_id as "presentPlanId", s.status,
      s.next_renewal as "nextRenewal", s.paused_until is not null as "isPaused", s.cancel_requested_at is not null as "isLeaving",
      exists (select from invoices i where i.subscription_id = s.id and i.kind = 'period' and i.status = 'open') as "hasInvoice"
    from lines l join user_subscriptions s on s.user_id = l.id and s.status <> 'cancelled'
    where l.account_id = $1 order by l.id`,
};

export type StoredMonth = {
  readonly lineId: number;
  /** Of that month. */
  readonly planId: string;
  readonly presentPlanId: string;
  readonly status: 'pending' | 'active' | 'suspended';
  readonly nextRenewal: Date;
  readonly isPaused: boolean;
  readonly isLeaving: boolean;
  /** Whether its invoice is open. */
  readonly hasInvoice: boolean;
};

/** The upcoming month of each line of an account that has a plan, the oldest line first. */
export async function listMonths(queryable: Queryable, accountId: number): Promise<StoredMonth[]> {
  type Row = Omit<StoredMonth, 'nextRenewal'> & { readonly nextRenewal: string };
  const rows = await runNamed<Row>(queryable, LIST_MONTHS, [accountId]);
  return rows.map(({ nextRenewal, ...month }) => ({ ...month, nextRenewal: new Date(nextRenewal) }));
}

const FIND_STANDING: NamedStatement = {
  name: 'find_account_standing',
  text: `select coalesce((select balance from credit_balances where user_id = $1), 0)::text as credit,
      exists (select from company_billing where account_id = $1) as "isCompany",
      (select coalesce(sum(i.total), 0) from one_off_charges c join invoices i on i.invoice_number = c.invoice_number
        left join write_offs w on w.invoice_id = i.id and w.status = 'booked'
        where c.user_id = $1 and c.payment_id is null and i.status = 'open' and w.id is null)::text as charges`,
};

/** The credit of an account, its open charges, and whether it is a company. */
export async function findStanding(queryable: Queryable, accountId: number) {
  const [row] = await runNamed<{ credit: string; charges: string; isCompany: boolean }>(queryable, FIND_STANDING, [
    accountId,
  ]);
  if (!row) throw new Error('a selection without a table has no row');
  const { credit, charges, isCompany } = row;
  return { creditKobo: koboFromDecimal(credit), chargesKobo: koboFromDecimal(charges), isCompany };
}
