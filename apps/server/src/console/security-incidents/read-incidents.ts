import type { DutyClock, SecurityIncident, SecurityIncidentSummary } from '@portal/contract/console/security-incidents';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type Clock, type DutyEntry, dutyClocks, latestFacts, nextDuty } from './duty-clocks.policy.ts';
import {
  type EntryRow,
  findIncident,
  type IncidentRow,
  listEntryRows,
  listIncidentRows,
  listOpenIncidents,
} from './security-incident.repository.ts';

const PAGE_SIZE = 50;

/** S-0012, which people quote. */
export function incidentNumber(number: number): string {
  return `S-${String(number).padStart(4, '0')}`;
}

const dutyEntries = (rows: readonly EntryRow[]): DutyEntry[] =>
  rows.map(({ entry: { kind, duty, facts, createdAt }, by }) => ({ kind, duty, facts, by, at: createdAt }));

function presentClock({ duty, dueAt, doneAt, doneBy }: Clock, now: Date): DutyClock {
  const isOverdue = doneAt === null && now > dueAt;
  return { duty, dueAt: dueAt.toISOString(), doneAt: doneAt?.toISOString() ?? null, doneBy, isOverdue };
}

function stateOf(entries: readonly DutyEntry[]): SecurityIncident['state'] {
  if (entries.some(({ kind }) => kind === 'closed')) return 'closed';
  return entries.some(({ kind }) => kind === 'contained') ? 'contained' : 'open';
}

function presentSummary(
  { incident, openedBy }: IncidentRow,
  entries: readonly DutyEntry[],
  now: Date,
): SecurityIncidentSummary {
  const { id, number, kind, title, noticedAt, openedAt } = incident;
  const next = nextDuty(dutyClocks(noticedAt, entries));
  return {
    id,
    number: incidentNumber(number),
    kind,
    title,
    noticedAt: noticedAt.toISOString(),
    openedAt: openedAt.toISOString(),
    openedBy,
    state: stateOf(entries),
    next: next && presentClock(next, now),
  };
}

async function withEntries(database: Queryable, rows: readonly IncidentRow[]) {
  const entries = await listEntryRows(
    database,
    rows.map(({ incident }) => incident.id),
  );
  const byIncident = Map.groupBy(entries, ({ entry }) => entry.incidentId);
  return rows.map((row) => ({ row, entries: byIncident.get(row.incident.id) ?? [] }));
}

/** The register, fifty at a time. */
export async function readIncidents(
  database: Queryable,
  before: number | null,
  now: Date,
): Promise<SecurityIncidentSummary[]> {
  const rows = await withEntries(database, await listIncidentRows(database, { before, limit: PAGE_SIZE }));
  return rows.map(({ row, entries }) => presentSummary(row, dutyEntries(entries), now));
}

/** The duties that are not done, of one incident or of all that are not closed, with it. */
export async function readOpenDuties(database: Queryable, id: string | null) {
  const incidents = id === null ? await listOpenIncidents(database) : [await findIncident(database, id)];
  const rows = await withEntries(
    database,
    incidents.filter((row) => row !== null),
  );
  return rows.flatMap(({ row: { incident }, entries }) =>
    dutyClocks(incident.noticedAt, dutyEntries(entries))
      .filter(({ doneAt }) => doneAt === null)
      .map((clock) => ({ incident, clock })),
  );
}

/** One incident with its clocks and entries. Throws ApiError security-incident.not-found. */
export async function readIncident(database: Queryable, id: string, now: Date): Promise<SecurityIncident> {
  const row = isUuid(id) ? await findIncident(database, id) : null;
  if (!row) throw new ApiError('security-incident.not-found');
  const rows = await listEntryRows(database, [id]);
  const entries = dutyEntries(rows);
  return {
    ...presentSummary(row, entries, now),
    auditRecordId: row.incident.auditRecordId,
    facts: latestFacts(entries),
    clocks: dutyClocks(row.incident.noticedAt, entries).map((clock) => presentClock(clock, now)),
    entries: rows.map(({ entry, by }) => ({
      id: entry.id,
      kind: entry.kind,
      duty: entry.duty,
      facts: entry.facts,
      text: entry.text,
      by,
      at: entry.createdAt.toISOString(),
    })),
  };
}
