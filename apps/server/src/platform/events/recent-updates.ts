import { type Changeable, changeable, type RecentEvent } from '@portal/contract/platform/live-updates';

/** Whom a change was told: one person, everybody, or staff. */
export type Audience = number | 'everybody' | 'staff';

const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 10_000;

export type RecentUpdates = {
  readonly note: (audience: Audience, what: Changeable) => void;
  /** The last change of each kind that one of these audiences was told. */
  readonly toldTo: (audiences: readonly Audience[]) => RecentEvent;
};

/** What was told to open pages within the last minute, or in less time when it was too much, for those that are connected later. `nowMs` never goes back. */
export function createRecentUpdates(nowMs: () => number): RecentUpdates {
  const toldAt = new Map<string, number>();
  let rememberedSince = nowMs();
  const keyOf = (audience: Audience, what: Changeable): string => `${audience} ${what}`;

  const forgetOldest = (): void => {
    for (const [key, at] of toldAt) {
      if (toldAt.size <= MOST_REMEMBERED && at >= nowMs() - REMEMBERED_MS) return;
      toldAt.delete(key);
      rememberedSince = at;
    }
  };
  return {
    note: (audience, what) => {
      const key = keyOf(audience, what);
      // To the end: the oldest come first.
      toldAt.delete(key);
      toldAt.set(key, nowMs());
      forgetOldest();
    },
    toldTo: (audiences) => {
      forgetOldest();
      const agoOf = (what: Changeable): number =>
        nowMs() -
        Math.max(...audiences.map((audience) => toldAt.get(keyOf(audience, what)) ?? Number.NEGATIVE_INFINITY));
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
