import type { CountSharing, Counts } from '../http/limits/shared-counters.ts';
import { type LiveBus, topic } from './live-bus.ts';

const COUNTS = topic<{ readonly self: string; readonly counts: Counts }>('counts');

/**
 * Shares the counts of the rate limits between instances (interfaces, REDIS_URL); null for a single
 * instance. `self` names this instance.
 */
export function shareCounts(bus: LiveBus, self: string): CountSharing | null {
  if (!bus.hasOthers) return null;
  return {
    publish: (counts) => bus.publish([COUNTS], { self, counts }),
    onReceived: (listener) => {
      bus.subscribe(COUNTS, (event) => {
        if (event.self !== self) listener(event.counts);
      });
    },
  };
}
