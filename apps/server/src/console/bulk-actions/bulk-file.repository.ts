import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { lagosTime } from '../../platform/database/lagos-time.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { bulkActionRows } from '../../platform/database/schema/console/bulk-action.ts';
import { customerTags } from '../../platform/database/schema/console/customer-note.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { mailbox } from '../../platform/database/schema/identity/mailbox.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { customerAreas } from '../../platform/database/schema/network/outage.ts';
import { rowReason } from './bulk-action.repository.ts';

const time = (column: { readonly name: string }) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The columns of the file; plan, state, paid time and area are those of the first open line. */
const COLUMNS = {
  customer_id: sql`${users.id}`,
  account_number: sql`${accounts.number}`,
  name: personName(),
  company: sql`${billingDetails.companyName}`,
  email: mailbox(users.email),
  phone: sql`${users.phone}`,
  plan: sql`line.plan`,
  status: sql`line.status`,
  paid_until: sql`line.paid_until`,
  paid_until_lagos: sql`line.paid_until_lagos`,
  area: sql`line.area`,
  tags: sql`(select string_agg(t.tag, ', ' order by t.tag) from ${customerTags} t where t.user_id = ${users.id})`,
  outcome: sql`${bulkActionRows.outcome}`,
  reason: rowReason,
  at: time(bulkActionRows.changedAt),
  at_lagos: lagosTime(bulkActionRows.changedAt),
};

export const fileColumns: readonly string[] = Object.keys(COLUMNS);

export type FileRow = { readonly id: number; readonly cells: readonly (string | null)[] };

/** The customers of an action after the one `after`, as text in the order of the columns. */
export async function listFileRows(
  queryable: Queryable,
  id: string,
  page: { readonly after: number; readonly limit: number },
): Promise<FileRow[]> {
  const cells = Object.values(COLUMNS).map((column) => sql`(${column})::text`);
  const { status, planId, lineId, nextRenewal } = userSubscriptions;
  const { rows } = await queryable.execute<FileRow>(
    sql`select ${users.id} as id, array[${sql.join(cells, sql`, `)}] as cells
      from ${bulkActionRows} join ${users} on ${users.id} = ${bulkActionRows.userId}
      left join ${accounts} on ${accounts.id} = ${users.id}
      left join ${billingDetails} on ${billingDetails.userId} = ${users.id}
      left join lateral (
        select ${servicePlans.name} as plan, ${status} as status, ${time(nextRenewal)} as paid_until,
          ${lagosTime(nextRenewal)} as paid_until_lagos, ${customerAreas.area} as area
        from ${lines} join ${userSubscriptions} on ${lineId} = ${lines.id} and ${status} <> 'cancelled'
        join ${servicePlans} on ${servicePlans.id} = ${planId}
        left join ${customerAreas} on ${customerAreas.lineId} = ${lines.id}
        where ${lines.accountId} = ${users.id} order by ${lines.id} limit 1
      ) line on true
      where ${bulkActionRows.bulkActionId} = ${id} and ${bulkActionRows.userId} > ${page.after}
      order by ${bulkActionRows.userId} limit ${page.limit}`,
  );
  return rows;
}
