import { performance } from 'node:perf_hooks';

/** Above this share of its time the process is at work: one that only checks passwords, which others of its threads do, is so for 10 to 20 %. */
const BUSY_SHARE = 0.05;
/** After so many quiet looks the work is over. In a mere pause nothing is tidied: what goes is also the code that was compiled for the work. */
const QUIET_LOOKS = 8;

/**
 * Collects garbage thoroughly when work is over, for some 100 ms: V8 by itself waits until the next allocations, and keeps until then, pages and all,
 * what a busy hour needed. `collect` is the `gc` that `node --expose-gc` brings. Looks every `everyMs`; less than `worthMs` of work leaves nothing worth a
 * collection.
 */
export function tidyMemory(collect: typeof gc, { everyMs, worthMs } = { everyMs: 1000, worthMs: 300 }): void {
  let seen = performance.eventLoopUtilization();
  let workMs = 0;
  let quietLooks = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { active, utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    const isBusy = utilization > BUSY_SHARE;
    if (isBusy) workMs += active;
    quietLooks = isBusy ? 0 : quietLooks + 1;
    if (quietLooks < QUIET_LOOKS || workMs < worthMs) return;
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    workMs = 0;
  }, everyMs).unref();
}
