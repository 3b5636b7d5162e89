import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { companyBilling, monthlyInvoices } from '../../platform/database/schema/billing/company.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { CALLED_DAYS } from './collection.policy.ts';

const owedPart = sql`coalesce(${monthlyInvoices.outstanding}, case when ${writeOffs.id} is null then ${invoices.total} end)`;

/**
 * What is due and unpaid, in naira, of one account or of all: open invoices, a company's with what is
 * left of them; and the month for which a home's line is off, whose invoice is void for as long as it is.
 * It has the line's price where there was no invoice, and is not due where the last month was refunded.
 */
export function debts(now: Date, accountId: number | null): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const of = (column: SQL) => (accountId === null ? sql`` : sql` and ${column} = ${accountId}`);
  return sql`select ${invoices.userId} as account_id, ${invoices.id} as invoice_id, ${invoices.subscriptionId} as subscription_id, ${invoices.dueAt} as due_at,
      ${owedPart} as owed, ${companyBilling.suspendedAt} is not null as off
    from ${invoices}
    left join ${monthlyInvoices} on ${monthlyInvoices.invoiceId} = ${invoices.id}
    left join ${writeOffs} on ${writeOffs.invoiceId} = ${invoices.id} and ${writeOffs.status} = 'booked'
    left join ${companyBilling} on ${companyBilling.accountId} = ${invoices.userId}
    where ${invoices.status} = 'open' and ${invoices.dueAt} <= ${at} and ${owedPart} > 0${of(sql`${invoices.userId}`)}
    union all
    select ${lines.accountId}, month.id, ${userSubscriptions.id}, ${userSubscriptions.nextRenewal}, coalesce(month.total, ${userSubscriptions.monthlyFee}), true
    from ${userSubscriptions} join ${lines} on ${lines.id} = ${userSubscriptions.lineId}
    left join lateral (select ${invoices.id}, ${invoices.total} from ${invoices}
      where ${invoices.userId} = ${lines.accountId} and ${invoices.subscriptionId} = ${userSubscriptions.id}
        and ${invoices.periodNumber} = ${userSubscriptions.paidPeriods} + 1 and ${invoices.voidReason} = 'suspended'
      order by ${invoices.issuedAt} desc limit 1) month on true
    where ${userSubscriptions.status} = 'suspended' and ${userSubscriptions.pausedUntil} is null
      and ${userSubscriptions.cancelRequestedAt} is null and ${userSubscriptions.nextRenewal} <= ${at}
      and ${userSubscriptions.nextRenewal} > ${at} - make_interval(days => ${CALLED_DAYS})
      and coalesce((select ${subscriptionPeriods.revokedAt} is null from ${subscriptionPeriods}
        where ${subscriptionPeriods.subscriptionId} = ${userSubscriptions.id}
          and (${subscriptionPeriods.revokedAt} is null or ${subscriptionPeriods.revokedAt} >= ${subscriptionPeriods.startsAt})
        order by ${subscriptionPeriods.periodNumber} desc limit 1), true)
      and not exists (select from ${companyBilling} where ${companyBilling.accountId} = ${lines.accountId})${of(sql`${lines.accountId}`)}`;
}

export type Debt = {
  /** Null where the line went off before there was one. */
  readonly invoiceNumber: string | null;
  readonly label: string;
  readonly dueAt: string;
  readonly off: boolean;
  readonly owes: number;
  /** Of a home's month of service. */
  readonly lineId: number | null;
};

/** What one account owes, the oldest first. */
export async function listDebts(queryable: Queryable, accountId: number, now: Date): Promise<Debt[]> {
  const { rows } = await queryable.execute<Debt>(
    sql`select ${invoices.invoiceNumber} as "invoiceNumber",
        coalesce(${lines.label}, ${invoices.snapshot} ->> 'planName', ${servicePlans.name}, '') as label,
        to_char(debt.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt", debt.off, debt.owed::float8 as owes,
        case when coalesce(${invoices.kind}, 'period') = 'period' and ${companyBilling.accountId} is null then ${userSubscriptions.lineId} end as "lineId"
      from (${debts(now, accountId)}) debt
      left join ${invoices} on ${invoices.id} = debt.invoice_id
      left join ${companyBilling} on ${companyBilling.accountId} = debt.account_id
      left join ${userSubscriptions} on ${userSubscriptions.id} = debt.subscription_id
      left join ${lines} on ${lines.id} = ${userSubscriptions.lineId} and ${invoices.kind} is distinct from 'monthly'
      left join ${servicePlans} on ${servicePlans.id} = ${userSubscriptions.planId}
      order by debt.due_at, ${invoices.invoiceNumber}`,
  );
  return rows;
}
