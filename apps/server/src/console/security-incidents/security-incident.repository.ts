import { asc, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import {
  securityIncidentEntries,
  securityIncidents,
} from '../../platform/database/schema/console/security-incident.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type IncidentRow = Awaited<ReturnType<typeof listIncidentRows>>[number];
export type EntryRow = Awaited<ReturnType<typeof listEntryRows>>[number];

const selectIncidents = (database: Queryable) =>
  database
    .select({ incident: securityIncidents, openedBy: personName() })
    .from(securityIncidents)
    .innerJoin(users, eq(users.id, securityIncidents.openedBy));

/** The newest first, below the number `before` if it is given. */
export async function listIncidentRows(
  database: Queryable,
  page: { readonly before: number | null; readonly limit: number },
) {
  return selectIncidents(database)
    .where(page.before === null ? undefined : lt(securityIncidents.number, page.before))
    .orderBy(desc(securityIncidents.number))
    .limit(page.limit);
}

const MOST_OPEN = 500;

/** The 500 oldest that are not closed. */
export async function listOpenIncidents(database: Queryable): Promise<IncidentRow[]> {
  const closed = database
    .select({ id: securityIncidentEntries.incidentId })
    .from(securityIncidentEntries)
    .where(eq(securityIncidentEntries.kind, 'closed'));
  return selectIncidents(database)
    .where(notInArray(securityIncidents.id, closed))
    .orderBy(asc(securityIncidents.number))
    .limit(MOST_OPEN);
}

export async function findIncident(database: Queryable, id: string): Promise<IncidentRow | null> {
  const [row] = await selectIncidents(database).where(eq(securityIncidents.id, id));
  return row ?? null;
}

export async function findIncidentByClientId(
  tx: Transaction,
  openedBy: number,
  clientIncidentId: string,
): Promise<string | null> {
  const [row] = await tx
    .select({ id: securityIncidents.id })
    .from(securityIncidents)
    .where(
      sql`${securityIncidents.openedBy} = ${openedBy} and ${securityIncidents.clientIncidentId} = ${clientIncidentId}`,
    );
  return row?.id ?? null;
}

/** The id of the new incident, null where the form has been sent before. */
export async function insertIncident(
  tx: Transaction,
  row: typeof securityIncidents.$inferInsert,
): Promise<string | null> {
  const [added] = await tx
    .insert(securityIncidents)
    .values(row)
    .onConflictDoNothing({ target: [securityIncidents.openedBy, securityIncidents.clientIncidentId] })
    .returning({ id: securityIncidents.id });
  return added?.id ?? null;
}

/** Makes other entries of an incident wait for this transaction. The portal may not lock a row that it may not update. */
export async function lockIncident(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('security-incident'), hashtext(${id}))`);
}

export async function insertEntry(tx: Transaction, row: typeof securityIncidentEntries.$inferInsert): Promise<void> {
  await tx.insert(securityIncidentEntries).values(row);
}

/** All entries of these incidents, in their order. */
export async function listEntryRows(database: Queryable, incidentIds: readonly string[]) {
  if (incidentIds.length === 0) return [];
  return database
    .select({ entry: securityIncidentEntries, by: personName() })
    .from(securityIncidentEntries)
    .innerJoin(users, eq(users.id, securityIncidentEntries.authorId))
    .where(inArray(securityIncidentEntries.incidentId, [...incidentIds]))
    .orderBy(asc(securityIncidentEntries.id));
}
