import { and, asc, desc, eq, gt, gte, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { networkIncidents, networkUpdates } from '../../platform/database/schema/network/network-status.ts';

export type IncidentRow = typeof networkIncidents.$inferSelect;
/** An incident with its updates, oldest first. */
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

const isScheduled = and(eq(networkIncidents.kind, 'maintenance'), eq(networkIncidents.status, 'scheduled'));

/**
 * Neither resolved nor, for maintenance, which ends by itself, past its planned end at `at`: the
 * same rule as in the policy. Never null.
 */
const lastsAt = (at: Date) =>
  sql`(${eq(networkIncidents.status, 'open')} or (${isScheduled} and coalesce(${networkIncidents.endsAt}, 'infinity') > ${at.toISOString()}::timestamptz))`;
const isPlannedAt = (at: Date) => sql`(${isScheduled} and ${gt(networkIncidents.startsAt, at)})`;

/** The phase of an incident at a moment. */
const IN_PHASE = {
  'under-way': (now: Date) => and(lastsAt(now), not(isPlannedAt(now))),
  planned: isPlannedAt,
  over: (now: Date) => not(lastsAt(now)),
} as const;
export type Phase = keyof typeof IN_PHASE;

/**
 * Open incidents first, so that no list of scheduled or past ones can crowd them out; then the
 * latest beginning.
 */
const byUrgency = [
  sql`${networkIncidents.status} = 'open' desc`,
  desc(networkIncidents.startsAt),
  desc(networkIncidents.id),
];

/** Active and scheduled incidents at `now`. */
export async function listLasting(database: Queryable, now: Date): Promise<Incident[]> {
  const incidents = await database
    .select()
    .from(networkIncidents)
    .where(and(ne(networkIncidents.status, 'resolved'), lastsAt(now)))
    .orderBy(...byUrgency)
    .limit(MOST);
  return withUpdates(database, incidents);
}

/** Incidents that are not over, or ended at `since` or later. */
export async function listCurrentSince(database: Queryable, since: Date): Promise<Incident[]> {
  const incidents = await database
    .select()
    .from(networkIncidents)
    .where(
      or(
        and(ne(networkIncidents.status, 'resolved'), lastsAt(since)),
        and(eq(networkIncidents.status, 'resolved'), gte(networkIncidents.resolvedAt, since)),
      ),
    )
    .orderBy(...byUrgency)
    .limit(MOST);
  return withUpdates(database, incidents);
}

/**
 * All of them, or those of a phase at `now`, the latest beginning first; those before `before` when
 * it is given. A wrong id finds nothing.
 */
export async function listIncidents(
  database: Queryable,
  page: { readonly phase: Phase | null; readonly now: Date; readonly before: string | null; readonly limit: number },
): Promise<Incident[]> {
  if (page.before !== null && !isUuid(page.before)) return [];
  const older =
    page.before === null
      ? undefined
      : sql`(${networkIncidents.startsAt}, ${networkIncidents.id}) < (select i.starts_at, i.id from ${networkIncidents} i where i.id = ${page.before})`;
  const ofPhase = page.phase === null ? undefined : IN_PHASE[page.phase](page.now);
  const incidents = await database
    .select()
    .from(networkIncidents)
    .where(and(older, ofPhase))
    .orderBy(desc(networkIncidents.startsAt), desc(networkIncidents.id))
    .limit(page.limit);
  return withUpdates(database, incidents);
}

/** The incident with its updates, locked until the transaction ends; null when there is none. */
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

/** Changes an incident that is not resolved; false when it is. */
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
