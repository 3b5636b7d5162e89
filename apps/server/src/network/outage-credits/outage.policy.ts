import { DAY_MS } from '@portal/kernel/calendar';

/** How long staff can look at the list before it happens by itself. */
export const REVIEW_MS = DAY_MS;

type Over = {
  readonly kind: 'incident' | 'maintenance';
  readonly severity: 'minor' | 'major';
  readonly status: 'scheduled' | 'open' | 'resolved';
  readonly startsAt: Date;
  readonly resolvedAt: Date | null;
};

/**
 * From when to when an incident took people's service in a way that is credited: major, over, and longer than 24 hours (directive of the regulator of May 2025).
 * Null for anything else. Planned work is told ahead and is not credited.
 */
export function outageOf(incident: Over): { readonly startsAt: Date; readonly endsAt: Date } | null {
  const { kind, severity, status, startsAt, resolvedAt: endsAt } = incident;
  if (kind !== 'incident' || severity !== 'major' || status !== 'resolved' || endsAt === null) return null;
  return endsAt.getTime() - startsAt.getTime() > DAY_MS ? { startsAt, endsAt } : null;
}

/** A time without service as customers read it, to the hour below: "30 hours". */
export function durationInWords(lostMs: number): string {
  const hours = Math.floor(lostMs / 3_600_000);
  if (hours === 0) return 'less than an hour';
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
