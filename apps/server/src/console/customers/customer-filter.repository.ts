import type { CustomerFilter } from '@portal/contract/console/customers';
import { DAY_MS, startOfLagosDay } from '@portal/kernel/calendar';
import { and, eq, gte, inArray, lt, ne, not, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { customerTags } from '../../platform/database/schema/console/customer-note.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { customerAreas } from '../../platform/database/schema/network/outage.ts';

/** The midday of a day is in that day in Lagos. */
const beginOf = (day: string) => startOfLagosDay(new Date(`${day}T12:00:00Z`));
const endOf = (day: string) => new Date(beginOf(day).getTime() + DAY_MS);

const LINE_STATES = ['active', 'suspended', 'pending'] as const;

/** The accounts with one line for which everything holds that the filter says about lines; null where it says nothing. */
function accountsWithLine(queryable: Queryable, filter: CustomerFilter) {
  const { status, planId, nextRenewal, lineId } = userSubscriptions;
  const lineState = LINE_STATES.find((state) => state === filter.state);
  const ofSubscription = [
    lineState && eq(status, lineState),
    filter.plan ? eq(planId, filter.plan) : undefined,
    filter.paidFrom ? gte(nextRenewal, beginOf(filter.paidFrom)) : undefined,
    filter.paidTo ? lt(nextRenewal, endOf(filter.paidTo)) : undefined,
  ].filter((condition) => condition !== undefined);
  // Before its first payment a line is paid until no day.
  if (filter.paidFrom ?? filter.paidTo) ofSubscription.push(ne(status, 'pending'));
  if (ofSubscription.length === 0 && !filter.area) return null;
  const open = queryable
    .select({ id: lineId })
    .from(userSubscriptions)
    .where(and(ne(status, 'cancelled'), ...ofSubscription));
  const inArea = queryable
    .select({ id: customerAreas.lineId })
    .from(customerAreas)
    .where(eq(customerAreas.area, filter.area ?? ''));
  return queryable
    .select({ id: lines.accountId })
    .from(lines)
    .where(
      and(
        ofSubscription.length > 0 ? inArray(lines.id, open) : undefined,
        filter.area ? inArray(lines.id, inArea) : undefined,
      ),
    );
}

const withSubscription = (queryable: Queryable, condition?: SQL) =>
  queryable
    .select({ id: lines.accountId })
    .from(lines)
    .innerJoin(userSubscriptions, and(eq(userSubscriptions.lineId, lines.id), condition));

/** What is true of a customer who fits; undefined when everybody does. */
export function fits(queryable: Queryable, filter: CustomerFilter, now: Date): SQL | undefined {
  const conditions: (SQL | undefined)[] = [];
  const withLine = accountsWithLine(queryable, filter);
  if (withLine) conditions.push(inArray(users.id, withLine));
  if (filter.state) conditions.push(eq(users.disabled, filter.state === 'disabled'));
  if (filter.state === 'registered' || filter.state === 'former') {
    const { status } = userSubscriptions;
    conditions.push(
      eq(users.role, 'customer'),
      filter.state === 'registered'
        ? not(inArray(users.id, withSubscription(queryable)))
        : and(
            inArray(users.id, withSubscription(queryable)),
            not(inArray(users.id, withSubscription(queryable, ne(status, 'cancelled')))),
          ),
    );
  }
  if (filter.tag) {
    const tagged = queryable
      .select({ id: customerTags.userId })
      .from(customerTags)
      .where(eq(customerTags.tag, filter.tag.toLowerCase()));
    conditions.push(inArray(users.id, tagged));
  }
  if (filter.owing) {
    const owing = queryable
      .select({ id: invoices.userId })
      .from(invoices)
      .where(and(eq(invoices.status, 'open'), filter.owing === 'overdue' ? lt(invoices.dueAt, now) : undefined));
    conditions.push(inArray(users.id, owing));
  }
  if (filter.joinedFrom) conditions.push(gte(users.createdAt, beginOf(filter.joinedFrom)));
  if (filter.joinedTo) conditions.push(lt(users.createdAt, endOf(filter.joinedTo)));
  return and(...conditions);
}
