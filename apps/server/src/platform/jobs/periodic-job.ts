/** Work that is repeated while the portal runs. */
export type PeriodicJob = {
  /**
   * Runs it soon, or again when it is already running: work that arrived meanwhile does not wait
   * for the next interval.
   */
  readonly wake: () => void;
  /** Stops repeating, aborts the current run, and waits for it. Idempotent. */
  readonly stop: () => Promise<void>;
};

/**
 * Repeats `work` every `intervalMs`, counted from the end of the last run, never two runs at once
 * in this process; the claims of the work itself separate other instances. A failed run is reported
 * and the next one is still made. The signal fires when the portal closes: work in batches must
 * check it between two batches, so that no backlog delays the shutdown.
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
