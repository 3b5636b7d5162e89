import type { IncidentCorrection, IncidentForm, StaffIncident } from '@portal/contract/network/staff-incidents';
import type { Changeable } from '@portal/contract/platform/live-updates';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { EVERYWHERE } from '../areas/service-area.policy.ts';
import { ensureArea } from '../areas/service-area.repository.ts';
import { incidentChanged } from '../events.ts';
import { reconsiderOutage } from '../outage-credits/reconsider-outage.ts';
import { isPlanned, isUnderWay, presentNotice } from './network-status.policy.ts';
import {
  type Incident,
  insertIncident,
  insertUpdate,
  listIncidents,
  lockIncident,
  moveIncident,
  updateIncidentRow,
} from './network-status.repository.ts';

export type IncidentDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  readonly publish: Publish;
  /** Has all open pages refetch. Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: null, what: Changeable) => void;
};

const PAGE_SIZE = 50;

function phaseOf(incident: Incident, now: Date): StaffIncident['phase'] {
  if (isUnderWay(incident, now)) return 'under-way';
  return isPlanned(incident, now) ? 'planned' : 'over';
}

function presentIncident(incident: Incident, now: Date): StaffIncident {
  return {
    ...presentNotice(incident),
    phase: phaseOf(incident, now),
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    createdAt: incident.createdAt.toISOString(),
  };
}

function refuseField(field: 'endsAt' | 'resolvedAt', message: string): ApiError {
  return new ApiError('request.invalid', { message, errors: { [field]: message } });
}

/**
 * The form as it is stored. Throws ApiError request.invalid when the end is before the beginning.
 */
function valuesOf(form: IncidentForm) {
  const { severity, area, title, details = '', cause = '' } = form;
  const startsAt = new Date(form.startsAt);
  const endsAt = form.endsAt === null ? null : new Date(form.endsAt);
  if (endsAt !== null && endsAt < startsAt) throw refuseField('endsAt', 'It cannot end before it begins');
  return { severity, area, title, details, cause, startsAt, endsAt };
}

/**
 * The end as staff state it, null where they do not. Throws ApiError request.invalid when the
 * incident is not over, or cannot have been over then.
 */
function overAt(
  said: string | undefined,
  { status, startsAt }: { readonly status: Incident['status'] | undefined; readonly startsAt: Date },
  now: Date,
): Date | null {
  if (said === undefined) return null;
  const at = new Date(said);
  if (status !== 'resolved') throw refuseField('resolvedAt', 'It is not over yet');
  if (at < startsAt) throw refuseField('resolvedAt', 'It cannot be over before it began');
  if (at > now) throw refuseField('resolvedAt', 'It cannot be over later than now');
  return at;
}

/** The area as the list of areas spells it; a new one is added. */
async function spellArea(tx: Transaction, area: string, now: Date): Promise<string> {
  return area.toLowerCase() === EVERYWHERE.toLowerCase() ? EVERYWHERE : ensureArea(tx, area, now);
}

/** The fields of an incident in the audit log. */
function audited({ kind, severity, status, area, title, details, cause, startsAt, endsAt, resolvedAt }: Incident) {
  return { kind, severity, status, area, title, details, cause, startsAt, endsAt, resolvedAt };
}

/**
 * Incidents and maintenance, all or those of a phase, the latest start first: 50 unless `limit`
 * says otherwise.
 */
export async function listStaffIncidents(
  deps: IncidentDependencies,
  page: {
    readonly phase?: StaffIncident['phase'] | undefined;
    readonly before?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<StaffIncident[]> {
  const { phase = null, before = null, limit = PAGE_SIZE } = page;
  const now = deps.clock();
  const incidents = await listIncidents(deps.database, { phase, now, before, limit });
  return incidents.map((incident) => presentIncident(incident, now));
}

/**
 * Publishes an incident, open at once, or maintenance, which begins by itself at its time. Audited.
 */
export async function createIncident(
  deps: IncidentDependencies,
  staffId: number,
  form: IncidentForm,
): Promise<StaffIncident> {
  const values = valuesOf(form);
  const now = deps.clock();
  const status = form.kind === 'incident' ? 'open' : 'scheduled';
  const incident = await deps.database.transaction(async (tx) => {
    const area = await spellArea(tx, values.area, now);
    const row = await insertIncident(tx, { ...values, area, kind: form.kind, status, createdAt: now, updatedAt: now });
    const subject = `incident:${row.id}`;
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'incident.create',
      subject,
      before: null,
      after: audited(row),
    });
    await deps.publish(tx, incidentChanged, { incidentId: row.id, change: 'opened' });
    return row;
  });
  deps.publishLiveUpdate(null, 'network-status');
  return presentIncident(incident, deps.clock());
}

type Order<T> = { readonly staffId: number; readonly id: string } & T;

/** Locks the incident, changes it, records the difference, and returns it as it is then. */
async function change(
  deps: IncidentDependencies,
  order: Order<{ readonly action: string }>,
  work: (tx: Transaction, incident: Incident, now: Date) => Promise<void>,
): Promise<StaffIncident> {
  const incident = await deps.database.transaction(async (tx) => {
    const before = await lockIncident(tx, order.id);
    if (!before) throw new ApiError('incident.not-found');
    await work(tx, before, deps.clock());
    const after = await lockIncident(tx, order.id);
    if (!after) throw new Error('the incident is not there');
    await deps.recordAudit(tx, {
      actorId: order.staffId,
      action: order.action,
      subject: `incident:${order.id}`,
      before: audited(before),
      after: {
        ...audited(after),
        update: after.updates.length > before.updates.length ? after.updates.at(-1)?.text : undefined,
      },
    });
    const isOver = after.status === 'resolved' && before.status !== 'resolved';
    await deps.publish(tx, incidentChanged, { incidentId: order.id, change: isOver ? 'resolved' : 'updated' });
    return after;
  });
  deps.publishLiveUpdate(null, 'network-status');
  return presentIncident(incident, deps.clock());
}

/**
 * Corrects the published facts and the end; kind and status stay. Makes the list of an outage
 * credit again when that changes it. Audited. Throws ApiError incident.not-found, request.invalid.
 */
export async function editIncident(
  deps: IncidentDependencies,
  order: Order<{ readonly form: IncidentCorrection }>,
): Promise<StaffIncident> {
  const values = valuesOf(order.form);
  return change(deps, { ...order, action: 'incident.edit' }, async (tx, incident, now) => {
    const resolvedAt = overAt(order.form.resolvedAt, { ...incident, ...values }, now) ?? incident.resolvedAt;
    const area = await spellArea(tx, values.area, now);
    await updateIncidentRow(tx, incident.id, { ...values, area, resolvedAt, updatedAt: now });
    await reconsiderOutage(tx, { ...incident, ...values, area, resolvedAt });
  });
}

/**
 * Publishes an update; with a status it begins now, or is resolved for good, since `resolvedAt`
 * where that is given. Audited. Throws ApiError incident.not-found, incident.resolved,
 * request.invalid.
 */
export async function updateIncident(
  deps: IncidentDependencies,
  order: Order<{
    readonly text: string;
    readonly status?: 'open' | 'resolved' | undefined;
    readonly resolvedAt?: string | undefined;
    readonly cause?: string | undefined;
  }>,
): Promise<StaffIncident> {
  const { status, cause } = order;
  return change(deps, { ...order, action: 'incident.update' }, async (tx, incident, now) => {
    const resolvedAt = overAt(order.resolvedAt, { status, startsAt: incident.startsAt }, now) ?? now;
    const moved = await moveIncident(tx, incident.id, {
      ...(status === undefined ? {} : { status }),
      ...(status === 'resolved' ? { resolvedAt } : {}),
      ...(cause ? { cause } : {}),
      updatedAt: now,
    });
    if (!moved) throw new ApiError('incident.resolved');
    await insertUpdate(tx, { incidentId: incident.id, authorId: order.staffId, text: order.text, createdAt: now });
  });
}
