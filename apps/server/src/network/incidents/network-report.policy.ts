import type { NetworkReport } from '@portal/contract/network/incidents';
import { startOfLagosDay } from '@portal/kernel/calendar';
import { isUnderWay, type Notice, networkStatusOf, presentNotice } from './network-status.policy.ts';

/** An incident that staff may have resolved. */
export type ResolvableNotice = Notice & { readonly resolvedAt: Date | null };

const DAY_MS = 24 * 3_600_000;
const DAYS = 30;
const LONGEST_PAST = 50;

/** The midnight in Lagos at which the 30 days up to the one of `now` begin. */
export function reportStart(now: Date): Date {
  return new Date(startOfLagosDay(now).getTime() - (DAYS - 1) * DAY_MS);
}

/**
 * When it ended; null while it is active or scheduled. Maintenance ends by itself at its planned
 * time.
 */
function endOf(notice: ResolvableNotice, now: Date): Date | null {
  const { kind, status, endsAt, resolvedAt } = notice;
  if (status === 'resolved') return resolvedAt;
  return kind === 'maintenance' && status === 'scheduled' && endsAt !== null && endsAt <= now ? endsAt : null;
}

type Severity = Notice['severity'];

function worstOf(faults: readonly { readonly severity: Severity }[]): Severity | 'none' {
  if (faults.some(({ severity }) => severity === 'major')) return 'major';
  return faults.length > 0 ? 'minor' : 'none';
}

const CONNECTIONS = { none: 'Online', minor: 'Partial outage', major: 'Major outage' } as const;
const ORDER = { 'Major outage': 0, 'Partial outage': 1, Online: 2 } as const;

/**
 * The areas with an active incident, the worst first, then by name. Staff type areas by hand: case
 * is ignored.
 */
function areasOf(underWay: readonly Notice[]): NetworkReport['areas'] {
  const byArea = Map.groupBy(underWay, ({ area }) => area.trim().toLowerCase());
  const areas = [...byArea.values()].map((notices) => {
    const faults = notices.filter(({ kind }) => kind === 'incident');
    return {
      name: notices[0]?.area.trim() ?? '',
      connection: CONNECTIONS[worstOf(faults)],
      maintenance: faults.length < notices.length,
    };
  });
  return areas.sort((a, b) => ORDER[a.connection] - ORDER[b.connection] || a.name.localeCompare(b.name));
}

function daysOf(notices: readonly ResolvableNotice[], now: Date): NetworkReport['days'] {
  const faults = notices
    .filter(({ kind }) => kind === 'incident')
    .map((fault) => ({ severity: fault.severity, from: fault.startsAt, to: endOf(fault, now) ?? now }));
  const first = reportStart(now).getTime();
  return Array.from({ length: DAYS }, (_, index) => {
    const day = first + index * DAY_MS;
    const ofDay = faults.filter(({ from, to }) => from.getTime() < day + DAY_MS && to.getTime() >= day);
    return { startsAt: new Date(day).toISOString(), worst: worstOf(ofDay) };
  });
}

function pastOf(notices: readonly ResolvableNotice[], now: Date): NetworkReport['past'] {
  const since = reportStart(now);
  return notices
    .flatMap((notice) => {
      const end = endOf(notice, now);
      return end !== null && end >= since ? [{ notice, end }] : [];
    })
    .sort((a, b) => b.end.getTime() - a.end.getTime())
    .slice(0, LONGEST_PAST)
    .map(({ notice, end }) => ({ ...presentNotice(notice), endedAt: end.toISOString() }));
}

/**
 * The status page at `now`: the general status, the status by area, and the last 30 days. A fault
 * counts on every day that it touched, maintenance on none.
 */
export function networkReportOf(notices: readonly ResolvableNotice[], now: Date): NetworkReport {
  const unresolved = notices.filter(({ status }) => status !== 'resolved');
  return {
    ...networkStatusOf(unresolved, now),
    areas: areasOf(unresolved.filter((notice) => isUnderWay(notice, now))),
    days: daysOf(notices, now),
    past: pastOf(notices, now),
  };
}
