import type { CountSharing, Counts } from '../http/limits/shared-counters.ts';
import { type LiveBus, topic } from './live-bus.ts';

const COUNTS = topic<{ readonly self: string; readonly counts: Counts }>('counts');

/** Carries the counts of the limits between instances (interfaces, REDIS_URL); null where this is the only one. `self` names this instance. */
export function shareCounts(bus: LiveBus, self: string): CountSharing | null {
  if (!bus.hasOthers) return null;
  return {
    tell: (counts) => bus.publish([COUNTS], { self, counts }),
    onTold: (listener) => {
      bus.subscribe(COUNTS, (told) => {
        if (told.self !== self) listener(told.counts);
      });
    },
  };
}
