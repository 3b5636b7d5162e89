import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { staffMay } from '../../platform/database/schema/identity/staff-roles.ts';
import { supportTickets } from '../../platform/database/schema/support/ticket.ts';

export type TicketRow = typeof supportTickets.$inferSelect;

type NewTicket = Pick<
  TicketRow,
  | 'userId'
  | 'lineId'
  | 'subject'
  | 'description'
  | 'priority'
  | 'category'
  | 'source'
  | 'senderEmail'
  | 'senderName'
  | 'senderWarning'
  | 'mail'
  | 'firstResponseDueAt'
  | 'resolutionDueAt'
  | 'slaFrom'
  | 'createdAt'
  | 'updatedAt'
>;

/**
 * Last changed first; `before` is the last id of the page before. Another customer's or a wrong one
 * finds nothing.
 */
export async function listOwnTickets(
  database: Queryable,
  page: { readonly userId: number; readonly limit: number; readonly before: string | null },
): Promise<TicketRow[]> {
  const { userId, limit, before } = page;
  if (before !== null && !isUuid(before)) return [];
  const older =
    before === null
      ? undefined
      : sql`(${supportTickets.updatedAt}, ${supportTickets.number}) < (select t.updated_at, t.number from ${supportTickets} t where t.id = ${before} and t.user_id = ${userId})`;
  return database
    .select()
    .from(supportTickets)
    .where(and(eq(supportTickets.userId, userId), older))
    .orderBy(desc(supportTickets.updatedAt), desc(supportTickets.number))
    .limit(limit);
}

/** The customer's tickets created after a moment, newest first. */
export async function listTicketsSince(database: Queryable, userId: number, since: Date): Promise<TicketRow[]> {
  return database
    .select()
    .from(supportTickets)
    .where(and(eq(supportTickets.userId, userId), gt(supportTickets.createdAt, since)))
    .orderBy(desc(supportTickets.createdAt));
}

export async function insertTicket(database: Queryable, ticket: NewTicket): Promise<TicketRow> {
  const [row] = await database.insert(supportTickets).values(ticket).returning();
  if (!row) throw new Error('the ticket was not written');
  return row;
}

export async function findTicketBySource(database: Queryable, source: string): Promise<TicketRow | null> {
  const [row] = await database.select().from(supportTickets).where(eq(supportTickets.source, source));
  return row ?? null;
}

/** With `userId` only that customer's ticket is found, with null any. A wrong id finds nothing. */
export async function findTicket(database: Queryable, id: string, userId: number | null): Promise<TicketRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await database.select().from(supportTickets).where(isNamed(id, userId));
  return row ?? null;
}

/** Any customer's, by its number. */
export async function findTicketByNumber(database: Queryable, number: number): Promise<TicketRow | null> {
  const [row] = await database.select().from(supportTickets).where(eq(supportTickets.number, number));
  return row ?? null;
}

/** The same, locked until the transaction ends: writes to one ticket happen one after the other. */
export async function lockTicket(tx: Transaction, id: string, userId: number | null): Promise<TicketRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(supportTickets).where(isNamed(id, userId)).for('no key update');
  return row ?? null;
}

const isNamed = (id: string, userId: number | null) =>
  and(eq(supportTickets.id, id), userId === null ? undefined : eq(supportTickets.userId, userId));

type TicketChange = Partial<
  Pick<
    TicketRow,
    | 'userId'
    | 'senderWarning'
    | 'status'
    | 'priority'
    | 'category'
    | 'assigneeId'
    | 'lineId'
    | 'firstResponseDueAt'
    | 'resolutionDueAt'
    | 'slaFrom'
    | 'firstResponseAt'
    | 'resolvedAt'
    | 'closedAt'
    | 'updatedAt'
  >
>;

/**
 * Changes a ticket that is still in one of the states `from`; null when it is not. Closed is final.
 */
export async function updateTicket(
  tx: Transaction,
  id: string,
  from: readonly TicketRow['status'][],
  change: TicketChange,
): Promise<TicketRow | null> {
  const [row] = await tx
    .update(supportTickets)
    .set(change)
    .where(and(eq(supportTickets.id, id), inArray(supportTickets.status, [...from])))
    .returning();
  return row ?? null;
}

export type Person = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: string;
};

/**
 * An account with its name; null when it does not exist, is disabled, or, with `staff`, may not
 * answer tickets.
 */
export async function findPerson(
  database: Queryable,
  id: number,
  wanted: { readonly staff: boolean } = { staff: false },
): Promise<Person | null> {
  const { email, firstName, lastName, role } = users;
  const [row] = await database
    .select({ id: users.id, email, firstName, lastName, role })
    .from(users)
    .where(and(eq(users.id, id), wanted.staff ? staffMay(users.id, 'tickets:write') : undefined));
  return row ?? null;
}
