import { DAY_MS } from '@portal/kernel/calendar';

/** How long staff can review the list before it is applied by itself. */
export const REVIEW_MS = DAY_MS;

type Over = {
  readonly kind: 'incident' | 'maintenance';
  readonly severity: 'minor' | 'major';
  readonly status: 'scheduled' | 'open' | 'resolved';
  readonly startsAt: Date;
  readonly resolvedAt: Date | null;
};

/**
 * The time in which an incident interrupted service in a way that is credited: major, over, and
 * longer than 24 hours (directive of the regulator of May 2025). Null for anything else.
 * Maintenance is announced and not credited.
 */
export function outageOf(incident: Over): { readonly startsAt: Date; readonly endsAt: Date } | null {
  const { kind, severity, status, startsAt, resolvedAt: endsAt } = incident;
  if (kind !== 'incident' || severity !== 'major' || status !== 'resolved' || endsAt === null) return null;
  return endsAt.getTime() - startsAt.getTime() > DAY_MS ? { startsAt, endsAt } : null;
}

/** A downtime as customers read it, in whole hours: "30 hours". */
export function formatDuration(creditMs: number): string {
  const hours = Math.floor(creditMs / 3_600_000);
  if (hours === 0) return 'less than an hour';
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
