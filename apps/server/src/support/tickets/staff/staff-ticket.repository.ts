import type { TicketCategory, TicketStatus } from '@portal/contract/support/tickets';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import {
  supportTickets,
  ticketMerges,
  ticketReplies,
  ticketTags,
} from '../../../platform/database/schema/support/ticket.ts';

const customer = alias(users, 'customer');
const assignee = alias(users, 'assignee');

/**
 * When the next deadline of the SLA passes; identical to the expression of the index
 * support_tickets_due.
 */
const dueAt = sql`(coalesce(case when ${supportTickets.firstResponseAt} is null then least(${supportTickets.firstResponseDueAt}, ${supportTickets.resolutionDueAt}) else ${supportTickets.resolutionDueAt} end, 'infinity'::timestamptz))`;

const waiting = inArray(supportTickets.status, ['open', 'in-progress']);

/** Null while there is no reply: then the last message is the customer's. */
const lastFromStaff = sql<
  boolean | null
>`(select r.from_staff from ${ticketReplies} r where r.ticket_id = ${supportTickets.id} and not r.is_note order by r.created_at desc, r.id desc limit 1)`;

const tags = sql<
  string[]
>`array(select t.tag from ${ticketTags} t where t.ticket_id = ${supportTickets.id} order by t.tag)`;

/** Where it goes on, once it was merged. */
const mergedInto = sql<{ readonly id: string; readonly number: number } | null>`(
  select json_build_object('id', remaining.id, 'number', remaining.number)
  from ${ticketMerges} m join support_tickets remaining on remaining.id = m.into_id
  where m.ticket_id = ${supportTickets.id})`;

function selectStaffTickets(database: Queryable) {
  return database
    .select({
      ...getTableColumns(supportTickets),
      lastFromStaff,
      tags,
      mergedInto,
      customerEmail: customer.email,
      customerFirstName: customer.firstName,
      customerLastName: customer.lastName,
      assigneeEmail: assignee.email,
      assigneeFirstName: assignee.firstName,
      assigneeLastName: assignee.lastName,
    })
    .from(supportTickets)
    .leftJoin(customer, eq(customer.id, supportTickets.userId))
    .leftJoin(assignee, eq(assignee.id, supportTickets.assigneeId));
}

export type StaffTicketRow = Awaited<ReturnType<typeof listTicketsForStaff>>[number];

export type StaffTicketFilter = {
  readonly status: TicketStatus | 'waiting';
  readonly assigneeId: number | 'nobody' | null;
  readonly category: TicketCategory | null;
  readonly tag: string | null;
  readonly customerId: number | null;
  /** Only those of senders whom nobody has confirmed. */
  readonly isUnconfirmed: boolean;
  /** Only those whose next deadline passed before this moment; null for all. */
  readonly overdueAt: Date | null;
};

function matches(filter: StaffTicketFilter) {
  const { assigneeId } = filter;
  return and(
    filter.status === 'waiting' ? waiting : eq(supportTickets.status, filter.status),
    assigneeId === 'nobody' ? isNull(supportTickets.assigneeId) : undefined,
    typeof assigneeId === 'number' ? eq(supportTickets.assigneeId, assigneeId) : undefined,
    filter.category === null ? undefined : eq(supportTickets.category, filter.category),
    filter.tag === null
      ? undefined
      : sql`exists (select from ${ticketTags} t where t.ticket_id = ${supportTickets.id} and t.tag = ${filter.tag})`,
    filter.customerId === null ? undefined : eq(supportTickets.userId, filter.customerId),
    filter.isUnconfirmed ? isNull(supportTickets.userId) : undefined,
    filter.overdueAt === null ? undefined : lt(dueAt, filter.overdueAt.toISOString()),
  );
}

/**
 * Waiting tickets by what is due next, the rest newest first; those after the ticket `after` when
 * it is given. A wrong id finds nothing.
 */
export async function listTicketsForStaff(
  database: Queryable,
  filter: StaffTicketFilter,
  page: { readonly after: string | null; readonly limit: number },
) {
  const byDue = filter.status === 'waiting';
  const after = page.after !== null && isUuid(page.after) ? await findPlace(database, page.after) : null;
  if (page.after !== null && after === null) return [];
  const beyond =
    after &&
    (byDue
      ? or(
          gt(dueAt, sql`${after.dueAt}::timestamptz`),
          and(eq(dueAt, sql`${after.dueAt}::timestamptz`), gt(supportTickets.number, after.number)),
        )
      : lt(supportTickets.number, after.number));
  return selectStaffTickets(database)
    .where(and(matches(filter), beyond ?? undefined))
    .orderBy(...(byDue ? [asc(dueAt), asc(supportTickets.number)] : [desc(supportTickets.number)]))
    .limit(page.limit);
}

/**
 * The sort key of a ticket in the lists. As text, because no Date is as late as a ticket without
 * deadlines.
 */
async function findPlace(database: Queryable, id: string): Promise<{ dueAt: string; number: number } | null> {
  const [row] = await database
    .select({ dueAt: sql<string>`${dueAt}::text`, number: supportTickets.number })
    .from(supportTickets)
    .where(eq(supportTickets.id, id));
  return row ?? null;
}

export async function findTicketForStaff(database: Queryable, id: string): Promise<StaffTicketRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await selectStaffTickets(database).where(eq(supportTickets.id, id));
  return row ?? null;
}

/** The waiting tickets: all of them, one's own, unassigned ones, and those overdue before `now`. */
export async function countWaitingTickets(database: Queryable, staffId: number, now: Date) {
  const counted = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await database
    .select({
      waiting: sql<number>`count(*)::int`,
      mine: counted(sql`${supportTickets.assigneeId} = ${staffId}`),
      unassigned: counted(sql`${supportTickets.assigneeId} is null`),
      overdue: counted(sql`${dueAt} < ${now.toISOString()}::timestamptz`),
    })
    .from(supportTickets)
    .where(waiting);
  return row ?? { waiting: 0, mine: 0, unassigned: 0, overdue: 0 };
}
