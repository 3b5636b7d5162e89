import type { Changeable, RecentEvent } from '@portal/contract/live';

/**
 * What has changed since a page was read, as far as it can have missed it; `everything` where nobody remembers that long. The news has been under way for a
 * while, so that it is rather too much.
 */
export function missedChanges({ withinMs, changes }: RecentEvent, readAgoMs: number): Changeable[] {
  if (readAgoMs > withinMs) return ['everything'];
  return changes.filter(({ agoMs }) => agoMs <= readAgoMs).map(({ what }) => what);
}
