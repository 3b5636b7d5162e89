import { findSubscription } from '../../billing/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { mayConcern } from '../areas/service-area.policy.ts';
import { findLineArea } from '../areas/service-area.repository.ts';
import { isUnderWay, type Notice, networkStatusOf } from '../incidents/network-status.policy.ts';
import { type LineStatus, lineStatusOf } from './line-status.policy.ts';
import { findLineFacts } from './line-status.repository.ts';

/** An incident, or maintenance that is under way or announced. */
export type KnownOutage = {
  readonly kind: 'incident' | 'maintenance';
  readonly area: string;
  readonly title: string;
  /** Null for what is under way. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
};

/**
 * What is known of incidents and maintenance at a moment, for answers that are given inside a transaction:
 * reading it there would take a second connection while one is held.
 */
export type NetworkSnapshot = {
  /** Under way first, the worst first, then what is announced. With lines: only what may concern one of them. */
  readonly listOutages: (queryable: Queryable, lineIds: readonly number[] | null) => Promise<KnownOutage[]>;
  /** Whether a line is on, and if not why, as far as the portal knows. */
  readonly readLineStatus: (queryable: Queryable, lineId: number) => Promise<LineStatus>;
};

/** In the order of the status page. */
function outagesOf(notices: readonly Notice[], now: Date): KnownOutage[] {
  const underWay = new Set(notices.filter((notice) => isUnderWay(notice, now)).map(({ id }) => id));
  return networkStatusOf(notices, now).incidents.map(({ id, kind, area, title, startsAt, endsAt }) => ({
    kind,
    area,
    title,
    startsAt: underWay.has(id) ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  }));
}

const concerning = (notices: readonly Notice[], areas: readonly (string | null)[]) =>
  notices.filter((notice) => areas.some((area) => area === null || mayConcern(area, notice.area)));

export function createNetworkSnapshot(notices: readonly Notice[], now: Date): NetworkSnapshot {
  return {
    listOutages: async (queryable, lineIds) => {
      if (lineIds === null || notices.length === 0) return outagesOf(notices, now);
      const areas: (string | null)[] = [];
      for (const lineId of lineIds) areas.push(await findLineArea(queryable, lineId));
      return outagesOf(concerning(notices, areas), now);
    },
    readLineStatus: async (queryable, lineId) => {
      const subscription = await findSubscription(queryable, lineId);
      const facts = await findLineFacts(queryable, lineId);
      const area = notices.length === 0 ? null : await findLineArea(queryable, lineId);
      const [trouble] = outagesOf(concerning(notices, [area]), now).filter(({ startsAt }) => startsAt === null);
      return lineStatusOf(subscription, facts, trouble ?? null, now);
    },
  };
}
