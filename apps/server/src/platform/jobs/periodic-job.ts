/** Work that is repeated for as long as the portal runs. */
export type PeriodicJob = {
  /**
   * Runs it soon, or again when it is just running: nothing that arrived meanwhile waits for the
   * next interval.
   */
  readonly wake: () => void;
  /** Stops repeating, aborts the run under way, and waits for it. Safe to repeat. */
  readonly stop: () => Promise<void>;
};

/**
 * Repeats `work` every `intervalMs`, counted from the end of the last run, never two runs at once
 * in this process; the claims of the work itself separate other instances. A failed run is reported
 * and the next one is made all the same. The signal fires when the portal closes: work that runs in
 * batches must check it between two, so that no backlog delays the shutdown.
 */
export function startPeriodicJob(
  work: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): PeriodicJob {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let wokenMeanwhile = false;
  const stopping = new AbortController();

  const schedule = (delayMs: number): void => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(run, delayMs);
  };
  const run = (): void => {
    wokenMeanwhile = false;
    running = work(stopping.signal)
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
      } else if (timer && !stopping.signal.aborted) {
        clearTimeout(timer);
        run();
      }
    },
    stop: async () => {
      stopping.abort();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
