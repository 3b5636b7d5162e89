// Loaded into the portal that the guard counts (`--import`): a job that begins by itself beside a request would
// be counted with it, and on a busy machine one begins beside nearly every request. Jobs that a request wakes run.

/** Jobs begin by themselves after a second or more. */
const LEAST_MS = 1000;

const held = new Map<NodeJS.Timeout, () => void>();
let isHolding = false;

const { setTimeout: start, clearTimeout: end } = globalThis;

const startHoldable = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
  if (ms < LEAST_MS) return start(run, ms, ...args);
  const timer = start(() => {
    if (isHolding) held.set(timer, () => run(...args));
    else run(...args);
  }, ms);
  return timer;
};

const endHoldable = (timer: NodeJS.Timeout | undefined): void => {
  if (timer) held.delete(timer);
  end(timer);
};

/** Holds timers of a second or more that come due from now on, or runs those that were held. */
const holdJobs = (isHeld: boolean): void => {
  isHolding = isHeld;
  if (isHeld) return;
  const due = [...held.values()];
  held.clear();
  for (const run of due) run();
};

Object.assign(globalThis, { setTimeout: Object.assign(startHoldable, start), clearTimeout: endHoldable, holdJobs });
