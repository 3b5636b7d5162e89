/** Work that is repeated for as long as the portal lives. */
export type PeriodicJob = {
  /** Runs it soon, or again when it is just running: nothing that arrived meanwhile waits for the next interval. */
  readonly wake: () => void;
  /** Stops repeating and waits for the run under way. */
  readonly stop: () => Promise<void>;
};

/**
 * Repeats `work` every `intervalMs`, counted from the end of the last run, never two runs at once in this process; other instances are
 * kept apart by the claims that the work itself makes. A failed run is reported and the next comes all the same.
 */
export function startPeriodicJob(
  work: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): PeriodicJob {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let stopped = false;

  const schedule = (delayMs: number): void => {
    if (stopped) return;
    timer = setTimeout(run, delayMs);
  };
  const run = (): void => {
    wokenMeanwhile = false;
    running = work()
      .then(() => undefined, onError)
      .then(() => {
        running = null;
        schedule(wokenMeanwhile ? 0 : intervalMs);
      });
  };
  schedule(intervalMs);

  return {
    wake: () => {
      if (running) {
        wokenMeanwhile = true;
      } else if (timer && !stopped) {
        clearTimeout(timer);
        run();
      }
    },
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
