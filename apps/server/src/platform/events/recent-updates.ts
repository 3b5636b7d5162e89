import { type Changeable, changeable, type RecentEvent } from '@portal/contract/platform/live-updates';

/** The audience of an update: one customer, everybody, or staff. */
export type Audience = number | 'everybody' | 'staff';

const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 10_000;

export type RecentUpdates = {
  readonly note: (audience: Audience, what: Changeable) => void;
  /** The last update of each kind for one of these audiences. */
  readonly recentFor: (audiences: readonly Audience[]) => RecentEvent;
};

/**
 * The updates of the last minute, or of less time when there were too many, for sockets that
 * connect later. `nowMs` never goes back.
 */
export function createRecentUpdates(nowMs: () => number): RecentUpdates {
  const updatedAt = new Map<string, number>();
  let rememberedSince = nowMs();
  const keyOf = (audience: Audience, what: Changeable): string => `${audience} ${what}`;

  const forgetOldest = (): void => {
    for (const [key, at] of updatedAt) {
      if (updatedAt.size <= MOST_REMEMBERED && at >= nowMs() - REMEMBERED_MS) return;
      updatedAt.delete(key);
      rememberedSince = at;
    }
  };
  return {
    note: (audience, what) => {
      const key = keyOf(audience, what);
      // Re-inserted at the end, so that the oldest come first.
      updatedAt.delete(key);
      updatedAt.set(key, nowMs());
      forgetOldest();
    },
    recentFor: (audiences) => {
      forgetOldest();
      const agoOf = (what: Changeable): number =>
        nowMs() -
        Math.max(...audiences.map((audience) => updatedAt.get(keyOf(audience, what)) ?? Number.NEGATIVE_INFINITY));
      return {
        type: 'recent',
        withinMs: Math.floor(Math.min(REMEMBERED_MS, nowMs() - rememberedSince)),
        changes: changeable.options
          .map((what) => ({ what, agoMs: Math.floor(agoOf(what)) }))
          .filter(({ agoMs }) => agoMs < Number.POSITIVE_INFINITY),
      };
    },
  };
}
