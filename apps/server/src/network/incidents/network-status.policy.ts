import type { NetworkStatus } from '@portal/contract/network/incidents';
import { formatLagosDateTime } from '@portal/kernel/calendar';

/** Incidents that staff have created and not resolved. */
export type Notice = {
  readonly id: string;
  readonly kind: 'incident' | 'maintenance';
  readonly severity: 'minor' | 'major';
  readonly status: 'scheduled' | 'open' | 'resolved';
  readonly area: string;
  readonly title: string;
  readonly details: string;
  readonly cause: string;
  /** Oldest first. */
  readonly updates: readonly { readonly text: string; readonly at: Date }[];
  readonly startsAt: Date;
  readonly endsAt: Date | null;
};

const LONGEST_LIST = 20;

/**
 * An incident or maintenance that staff opened lasts until they resolve it; maintenance also begins
 * and ends by itself at its planned times.
 */
export function isUnderWay({ kind, status, startsAt, endsAt }: Notice, now: Date): boolean {
  if (status === 'open') return true;
  return kind === 'maintenance' && status === 'scheduled' && startsAt <= now && (endsAt === null || endsAt > now);
}

export function isPlanned({ kind, status, startsAt }: Notice, now: Date): boolean {
  return kind === 'maintenance' && status === 'scheduled' && startsAt > now;
}

const KIND_ORDER = { incident: 0, maintenance: 1 } as const;
const SEVERITY_ORDER = { major: 0, minor: 1 } as const;

/** Incidents before maintenance, the worst first, then the newest. */
function byUrgency(a: Notice, b: Notice): number {
  return (
    KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
    SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
    b.startsAt.getTime() - a.startsAt.getTime()
  );
}

function byStart(a: Notice, b: Notice): number {
  return a.startsAt.getTime() - b.startsAt.getTime();
}

/** The public fields of an incident. */
export function presentNotice(notice: Notice): NetworkStatus['incidents'][number] {
  const { id, kind, severity, status, area, title, details, cause, startsAt, endsAt } = notice;
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null };
  const updates = notice.updates.map(({ text, at }) => ({ text, at: at.toISOString() }));
  return { id, kind, severity, status, area, title, details, cause, updates, ...times };
}

const CONDITIONS = {
  none: { connection: 'Online', quality: 'Excellent' },
  minor: { connection: 'Partial outage', quality: 'Degraded' },
  major: { connection: 'Major outage', quality: 'Poor' },
} as const;

/**
 * The public status at `now`. With no active and no scheduled incident it is exactly Online /
 * Excellent / None (product decisions). The worst open incident determines connection and quality,
 * maintenance never does. Lists active ones by urgency, then scheduled ones by their beginning, 20
 * at most.
 */
export function networkStatusOf(notices: readonly Notice[], now: Date): NetworkStatus {
  const underWay = notices.filter((notice) => isUnderWay(notice, now)).sort(byUrgency);
  const planned = notices.filter((notice) => isPlanned(notice, now)).sort(byStart);
  const [worst] = underWay.filter(({ kind }) => kind === 'incident');
  const [next] = planned;
  const later = next ? formatLagosDateTime(next.startsAt) : 'None';
  return {
    ...CONDITIONS[worst?.severity ?? 'none'],
    maintenance: underWay.some(({ kind }) => kind === 'maintenance') ? 'Under way' : later,
    incidents: [...underWay, ...planned].slice(0, LONGEST_LIST).map(presentNotice),
    updatedAt: now.toISOString(),
  };
}
