import type { Changeable, RecentEvent } from '@portal/contract/platform/live-updates';

/**
 * What a page has missed, told by the first word of its first connection; nothing at later ones,
 * after which it asks for everything anyway. `readAt` is when the oldest of what the page shows may
 * have been read, in milliseconds of the wall clock. What is told is rather too much, because the
 * word has been under way for a while, and `everything` where nobody remembers that long.
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
