import type { OutageLine as OutageLineView, Outage as OutageView } from '@portal/contract/network/staff-outage-credits';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { IncidentDependencies } from '../incidents/change-incidents.ts';
import {
  changeOutage,
  countLines,
  countWithoutArea,
  findOutageLine,
  listOutageRows,
  lockOutage,
  moveLine,
  type Outage,
  type OutageLine,
} from './outage.repository.ts';
import { findPeople, listLines } from './outage-line.repository.ts';

export type OutageDependencies = Pick<IncidentDependencies, 'database' | 'clock' | 'recordAudit'>;

const SHOWN = 50;

type Person = Awaited<ReturnType<typeof findPeople>>[number];

function named({ id, email, firstName, lastName }: Person) {
  return { id, name: [firstName, lastName].filter(Boolean).join(' ') || email };
}

async function presentOutages(
  deps: OutageDependencies,
  rows: Awaited<ReturnType<typeof listOutageRows>>,
): Promise<OutageView[]> {
  const ids = rows.map(({ outage }) => outage.incidentId);
  const deciders = rows.flatMap(({ outage }) => outage.appliedBy ?? []);
  const [counted, people] = await Promise.all([
    countLines(deps.database, ids),
    findPeople(deps.database, [...new Set(deciders)]),
  ]);
  return rows.map(({ outage, title }) => {
    const { incidentId, area, state, startsAt, endsAt, applyAt, doneAt, appliedBy } = outage;
    const counts = { waiting: 0, excluded: 0, credited: 0, ended: 0 };
    for (const each of counted) if (each.incidentId === incidentId) counts[each.state] = each.count;
    const person = people.find(({ id }) => id === appliedBy);
    return {
      incidentId,
      title,
      area,
      state,
      counts,
      appliedBy: person ? named(person) : null,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      applyAt: applyAt.toISOString(),
      doneAt: doneAt?.toISOString() ?? null,
    };
  });
}

/** Outages that are credited, the latest first, 50 at most. */
export async function listOutages(deps: OutageDependencies): Promise<OutageView[]> {
  return presentOutages(deps, await listOutageRows(deps.database, { id: null, limit: SHOWN }));
}

/** One outage, and how many active lines have no area. Throws ApiError outage.not-found. */
export async function readOutage(
  deps: OutageDependencies,
  id: string,
): Promise<OutageView & { readonly withoutArea: number }> {
  const rows = isUuid(id) ? await listOutageRows(deps.database, { id, limit: 1 }) : [];
  const [outage] = await presentOutages(deps, rows);
  if (!outage) throw new ApiError('outage.not-found');
  return { ...outage, withoutArea: await countWithoutArea(deps.database) };
}

/**
 * The lines of an outage, by their ids: 50 unless `limit` says otherwise. Throws ApiError
 * outage.not-found.
 */
export async function listOutageLines(
  deps: OutageDependencies,
  id: string,
  page: {
    readonly state?: OutageLine['state'] | undefined;
    readonly after?: number | undefined;
    readonly limit?: number | undefined;
  },
): Promise<OutageLineView[]> {
  await readOutage(deps, id);
  const { state = null, after = null, limit = SHOWN } = page;
  const rows = await listLines(deps.database, { incidentId: id, state, after, limit });
  return rows.map(({ line, customer, planName, area, excludedBy }) => ({
    lineId: line.lineId,
    customer: { ...named(customer), email: customer.email },
    planName,
    area,
    state: line.state,
    reason: line.reason,
    minutes: Math.floor(line.creditMs / 60_000),
    excludedBy: excludedBy && named(excludedBy),
    paidUntil: line.state === 'credited' ? (line.paidUntil?.toISOString() ?? null) : null,
  }));
}

/** The outage, locked while its list can still be changed. */
async function lockListed(tx: Transaction, id: string): Promise<Outage> {
  const outage = isUuid(id) ? await lockOutage(tx, id) : null;
  if (!outage) throw new ApiError('outage.not-found');
  if (outage.state === 'listing') throw new ApiError('outage.not-listed');
  if (outage.state !== 'listed') throw new ApiError('outage.applied');
  return outage;
}

/**
 * Excludes a line, or includes it again, with a reason, audited; repeating changes nothing.
 * Throws ApiError outage.not-found, outage.not-listed, outage.applied.
 */
export async function excludeFromOutage(
  deps: OutageDependencies,
  order: {
    readonly staffId: number;
    readonly id: string;
    readonly lineId: number;
    readonly excluded: boolean;
    readonly reason: string;
  },
): Promise<void> {
  const { staffId, lineId, excluded, reason } = order;
  await deps.database.transaction(async (tx) => {
    const { incidentId } = await lockListed(tx, order.id);
    const line = await findOutageLine(tx, incidentId, lineId);
    if (!line) throw new ApiError('outage.not-found');
    const [from, to] = excluded ? (['waiting', 'excluded'] as const) : (['excluded', 'waiting'] as const);
    const decided = excluded ? { reason, excludedBy: staffId } : { reason: null, excludedBy: null };
    if (!(await moveLine(tx, line, from, { state: to, ...decided, changedAt: deps.clock() }))) return;
    await deps.recordAudit(tx, {
      actorId: staffId,
      subject: `outage:${incidentId}`,
      action: excluded ? 'outage.exclude' : 'outage.include',
      before: { line: lineId, state: from },
      after: { line: lineId, state: to, reason },
    });
  });
}

/**
 * Has the credits applied with the next run of the job instead of at its time, audited. Throws
 * ApiError outage.not-found, outage.not-listed, outage.applied.
 */
export async function applyOutage(deps: OutageDependencies, staffId: number, id: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { incidentId, applyAt } = await lockListed(tx, id);
    await changeOutage(tx, incidentId, { state: 'applying', appliedBy: staffId });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'outage.apply',
      subject: `outage:${incidentId}`,
      before: { state: 'listed', applyAt },
      after: { state: 'applying' },
    });
  });
}
