import { performance } from 'node:perf_hooks';

/** Below this share of its time the process has nothing to do. */
const IDLE_SHARE = 0.05;

/**
 * Collects garbage thoroughly in the first quiet moment after work, for some 100 ms: V8 by itself waits until the next allocations, and keeps until
 * then, pages and all, what a busy hour needed. `collect` is the `gc` that `node --expose-gc` brings. Looks every `everyMs`; less than `worthMs` of
 * work leaves nothing worth a collection.
 */
export function tidyMemory(collect: typeof gc, { everyMs, worthMs } = { everyMs: 5000, worthMs: 300 }): void {
  let seen = { idle: 0, active: 0, utilization: 0 };
  let untidiedMs = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { active, utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    untidiedMs += active;
    if (utilization > IDLE_SHARE || untidiedMs < worthMs) return;
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    untidiedMs = 0;
    seen = performance.eventLoopUtilization();
  }, everyMs).unref();
}
