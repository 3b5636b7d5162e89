import type { NetworkStatus } from '@portal/contract/network/incidents';

/** The server's answer is up to three seconds old. */
const SERVER_KEEPS_MS = 4000;
const LONGEST_MS = 3_600_000;

/**
 * In how many milliseconds a scheduled incident begins or ends by itself, without a live update; an
 * hour at most, for clocks differ and tabs sleep. False when nothing does.
 */
export function nextRefetchIn({
  incidents,
  updatedAt,
}: Pick<NetworkStatus, 'incidents' | 'updatedAt'>): number | false {
  const asOf = Date.parse(updatedAt);
  const changes = incidents
    .filter(({ kind, status }) => kind === 'maintenance' && status === 'scheduled')
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt ?? startsAt])
    .map((change) => Date.parse(change) - asOf)
    .filter((left) => left > 0);
  return changes.length === 0 ? false : Math.min(Math.min(...changes) + SERVER_KEEPS_MS, LONGEST_MS);
}
