import { and, asc, desc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connection.ts';
import { isUuid } from '../../database/is-uuid.ts';
import { networkIncidents, networkUpdates } from '../../database/schema/network-status.ts';

export type IncidentRow = typeof networkIncidents.$inferSelect;
/** An incident with what customers were told since, oldest first. */
export type Incident = IncidentRow & { readonly updates: readonly { readonly text: string; readonly at: Date }[] };

/** More than staff ever have open at once; a bound all the same. */
const MOST = 500;

async function withUpdates(database: Queryable, incidents: readonly IncidentRow[]): Promise<Incident[]> {
  const ids = incidents.map(({ id }) => id);
  const updates =
    ids.length === 0
      ? []
      : await database
          .select({ incidentId: networkUpdates.incidentId, text: networkUpdates.text, at: networkUpdates.createdAt })
          .from(networkUpdates)
          .where(inArray(networkUpdates.incidentId, ids))
          .orderBy(asc(networkUpdates.id));
  const byIncident = Map.groupBy(updates, ({ incidentId }) => incidentId);
  return incidents.map((incident) => ({ ...incident, updates: byIncident.get(incident.id) ?? [] }));
}

/** What is not resolved, the oldest first. */
export async function listUnresolved(database: Queryable): Promise<Incident[]> {
  const incidents = await database
    .select()
    .from(networkIncidents)
    .where(ne(networkIncidents.status, 'resolved'))
    .orderBy(asc(networkIncidents.startsAt), asc(networkIncidents.id))
    .limit(MOST);
  return withUpdates(database, incidents);
}

/** What is not resolved, or was resolved at `since` or later; the latest beginning first. */
export async function listToldSince(database: Queryable, since: Date): Promise<Incident[]> {
  const incidents = await database
    .select()
    .from(networkIncidents)
    .where(or(ne(networkIncidents.status, 'resolved'), gte(networkIncidents.resolvedAt, since)))
    .orderBy(desc(networkIncidents.startsAt), desc(networkIncidents.id))
    .limit(MOST);
  return withUpdates(database, incidents);
}

/** All of them, or with `resolved` those that are or are not, the latest beginning first; those before `before` when it is given. A wrong id finds nothing. */
export async function listIncidents(
  database: Queryable,
  page: { readonly resolved: boolean | null; readonly before: string | null; readonly limit: number },
): Promise<Incident[]> {
  if (page.before !== null && !isUuid(page.before)) return [];
  const older =
    page.before === null
      ? undefined
      : sql`(${networkIncidents.startsAt}, ${networkIncidents.id}) < (select i.starts_at, i.id from ${networkIncidents} i where i.id = ${page.before})`;
  const isResolved =
    page.resolved === null ? undefined : sql`(${networkIncidents.status} = 'resolved') = ${page.resolved}`;
  const incidents = await database
    .select()
    .from(networkIncidents)
    .where(and(older, isResolved))
    .orderBy(desc(networkIncidents.startsAt), desc(networkIncidents.id))
    .limit(page.limit);
  return withUpdates(database, incidents);
}

/** The incident with its updates, held until the transaction ends; null when there is none. */
export async function lockIncident(tx: Transaction, id: string): Promise<Incident | null> {
  if (!isUuid(id)) return null;
  const found = await tx.select().from(networkIncidents).where(eq(networkIncidents.id, id)).for('no key update');
  const [incident] = await withUpdates(tx, found);
  return incident ?? null;
}

type Written = Pick<
  IncidentRow,
  | 'kind'
  | 'severity'
  | 'status'
  | 'area'
  | 'title'
  | 'details'
  | 'cause'
  | 'startsAt'
  | 'endsAt'
  | 'createdAt'
  | 'updatedAt'
>;

export async function insertIncident(tx: Transaction, incident: Written): Promise<Incident> {
  const [row] = await tx.insert(networkIncidents).values(incident).returning();
  if (!row) throw new Error('the incident was not written');
  return { ...row, updates: [] };
}

export async function updateIncidentRow(
  tx: Transaction,
  id: string,
  change: Partial<Omit<Written, 'kind' | 'createdAt'> & Pick<IncidentRow, 'resolvedAt'>>,
): Promise<void> {
  await tx.update(networkIncidents).set(change).where(eq(networkIncidents.id, id));
}

/** Moves an incident that is not resolved; false when it is. */
export async function moveIncident(
  tx: Transaction,
  id: string,
  change: Partial<Pick<IncidentRow, 'status' | 'cause' | 'resolvedAt' | 'updatedAt'>>,
): Promise<boolean> {
  const moved = await tx
    .update(networkIncidents)
    .set(change)
    .where(and(eq(networkIncidents.id, id), ne(networkIncidents.status, 'resolved')))
    .returning({ id: networkIncidents.id });
  return moved.length === 1;
}

export async function insertUpdate(
  tx: Transaction,
  update: { readonly incidentId: string; readonly authorId: number; readonly text: string; readonly createdAt: Date },
): Promise<void> {
  await tx.insert(networkUpdates).values(update);
}
