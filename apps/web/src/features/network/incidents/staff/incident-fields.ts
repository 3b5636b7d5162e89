import type { IncidentForm, StaffIncident } from '@portal/contract/network/staff-incidents';
import { fromLagosInput, toLagosInput } from '../../../../shared/format/lagos-input.ts';

/** The form as its fields hold it; times as of Lagos. */
export type IncidentFields = {
  kind: IncidentForm['kind'];
  severity: IncidentForm['severity'];
  area: string;
  title: string;
  details: string;
  cause: string;
  startsAt: string;
  endsAt: string;
  /** When it was over; empty while it is not, and where it was called off before it began. */
  resolvedAt: string;
};

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * A new one: a fault begins now, maintenance is announced seven days ahead, as the law requires.
 */
export function newIncident(kind: IncidentForm['kind'], now: Date): IncidentFields {
  const startsAt = kind === 'incident' ? now : new Date(now.getTime() + WEEK_MS);
  const texts = { area: '', title: '', details: '', cause: '' };
  return { kind, severity: 'minor', ...texts, startsAt: toLagosInput(startsAt), endsAt: '', resolvedAt: '' };
}

/** One that is there, to be corrected. */
export function fieldsOf(incident: StaffIncident): IncidentFields {
  const { kind, severity, area, title, details, cause, startsAt, endsAt, resolvedAt } = incident;
  const tookPlace = resolvedAt !== null && Date.parse(resolvedAt) >= Date.parse(startsAt);
  return {
    kind,
    severity,
    area,
    title,
    details,
    cause,
    startsAt: toLagosInput(new Date(startsAt)),
    endsAt: endsAt === null ? '' : toLagosInput(new Date(endsAt)),
    resolvedAt: tookPlace ? toLagosInput(new Date(resolvedAt)) : '',
  };
}

/**
 * The end of the incident, where staff have changed the field, which is exact to the minute only.
 */
export function saidEnd(
  { resolvedAt }: Pick<IncidentFields, 'resolvedAt'>,
  shown: Pick<IncidentFields, 'resolvedAt'>,
): { readonly resolvedAt?: string | null } {
  return resolvedAt === shown.resolvedAt ? {} : { resolvedAt: fromLagosInput(resolvedAt) };
}

/** The body for the server from fields with the initial values `start`. */
export function bodyOf({ resolvedAt, ...fields }: IncidentFields, start: IncidentFields) {
  return {
    ...fields,
    startsAt: fromLagosInput(fields.startsAt),
    endsAt: fromLagosInput(fields.endsAt),
    ...saidEnd({ resolvedAt }, start),
  };
}

/** Whether maintenance is announced less than seven days ahead, which customers have a right to. */
export function isShortNotice({ kind, startsAt }: Pick<IncidentFields, 'kind' | 'startsAt'>, now: Date): boolean {
  const start = fromLagosInput(startsAt);
  return kind === 'maintenance' && start !== null && Date.parse(start) - now.getTime() < WEEK_MS - 60_000;
}
