import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines as accountLines } from '../../platform/database/schema/identity/line.ts';
import { networkIncidents } from '../../platform/database/schema/network/network-status.ts';
import {
  customerAreas,
  outageCreditLines as lines,
  outageCredits,
} from '../../platform/database/schema/network/outage.ts';
import { isOnList, type OutageLine } from './outage.repository.ts';

const decider = alias(users, 'decider');

const person = { id: accounts.id, email: users.email, firstName: users.firstName, lastName: users.lastName };
const excludedBy = {
  id: decider.id,
  email: decider.email,
  firstName: decider.firstName,
  lastName: decider.lastName,
};

/** The lines of an outage as staff see them, by their ids, after the line `after`. */
export async function listLines(
  queryable: Queryable,
  page: {
    readonly incidentId: string;
    readonly state: OutageLine['state'] | null;
    readonly after: number | null;
    readonly limit: number;
  },
) {
  const { incidentId, state, after, limit } = page;
  return queryable
    .select({
      line: lines,
      customer: person,
      planName: servicePlans.name,
      area: customerAreas.area,
      excludedBy,
    })
    .from(lines)
    .innerJoin(accountLines, eq(accountLines.id, lines.lineId))
    .innerJoin(accounts, eq(accounts.id, accountLines.accountId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, lines.subscriptionId))
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .leftJoin(customerAreas, eq(customerAreas.lineId, lines.lineId))
    .leftJoin(decider, eq(decider.id, lines.excludedBy))
    .where(
      and(
        eq(lines.incidentId, incidentId),
        isOnList,
        state === null ? undefined : eq(lines.state, state),
        after === null ? undefined : gt(lines.lineId, after),
      ),
    )
    .orderBy(asc(lines.lineId))
    .limit(limit);
}

/** The outages that were credited to a line, the latest first. */
export async function listCreditedTo(queryable: Queryable, lineId: number, limit: number) {
  return queryable
    .select({
      title: networkIncidents.title,
      startsAt: outageCredits.startsAt,
      endsAt: outageCredits.endsAt,
      line: lines,
    })
    .from(lines)
    .innerJoin(outageCredits, eq(outageCredits.incidentId, lines.incidentId))
    .innerJoin(networkIncidents, eq(networkIncidents.id, lines.incidentId))
    .where(and(eq(lines.lineId, lineId), eq(lines.state, 'credited'), isOnList))
    .orderBy(desc(lines.changedAt), desc(lines.incidentId))
    .limit(limit);
}

/** Customers by their ids. */
export async function findPeople(queryable: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return queryable
    .select(person)
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(inArray(accounts.id, [...ids]));
}
