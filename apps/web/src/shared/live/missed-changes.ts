import type { Changeable, RecentEvent } from '@portal/contract/platform/live-updates';

/**
 * The changes that a page has missed, by the first message of its first connection; nothing at
 * later ones, after which it refetches everything anyway. `readAt` is the earliest time at which
 * the page's data may have been read, in milliseconds of the wall clock. The result may contain too
 * much, because the message has been on its way for a while, and is `everything` where the server's
 * record does not go back that far.
 */
export function createCatchUp(readAt: number, now: () => number): (recent: RecentEvent) => Changeable[] {
  let caughtUp = false;
  return ({ withinMs, changes }) => {
    if (caughtUp) return [];
    caughtUp = true;
    const readAgoMs = now() - readAt;
    if (readAgoMs > withinMs) return ['everything'];
    return changes.filter(({ agoMs }) => agoMs <= readAgoMs).map(({ what }) => what);
  };
}
