import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endOf, forgetPostmaster, type PostmasterPlan, startPostmaster, stopPostmaster } from './postmaster.ts';

/** The delay before each further start; the last one repeats. */
const BACK_OFF_MS = [0, 200, 400, 800, 1600, 3200, 5000] as const;
/**
 * After this many starts that failed without a fault of the machine, the folder is considered
 * faulty.
 */
const ATTEMPTS = 4;
/** A server that has run for this long is restarted at once. */
const STEADY_MS = 60_000;

export type SupervisedPostgres = {
  /**
   * Resolves when the server has ended permanently: because `stop` was called, or because its
   * folder cannot be recovered.
   */
  closed: Promise<{ expected: boolean; reason: string }>;
  /** Shuts the server down, or aborts its start. Idempotent. */
  stop(): Promise<void>;
};

/**
 * Restarts a server on the same socket whenever it ends without `stop`: at once at first, then with
 * back-off.
 */
export function supervisePostgres(
  first: ChildProcess,
  plan: PostmasterPlan,
  log: (message: string) => void,
): SupervisedPostgres {
  const stopping = new AbortController();
  let postmaster = first;
  let starts = 0;

  const startAgain = async (): Promise<ChildProcess> => {
    for (let failures = 0; ; ) {
      await delay(BACK_OFF_MS[starts] ?? BACK_OFF_MS.at(-1), undefined, { signal: stopping.signal });
      starts++;
      try {
        await forgetPostmaster(plan, log);
        return await startPostmaster(plan, stopping.signal);
      } catch (error) {
        if (!(error instanceof EmbeddedPostgresError && error.mayPass)) failures++;
        if (stopping.signal.aborted || failures === ATTEMPTS) throw error;
        log(`the embedded database could not be started again yet: ${messageOf(error)}`);
      }
    }
  };
  const keep = async (): Promise<{ expected: boolean; reason: string }> => {
    for (;;) {
      const startedAt = performance.now();
      const end = await endOf(postmaster);
      if (stopping.signal.aborted) return { expected: true, reason: end };
      if (performance.now() - startedAt > STEADY_MS) starts = 0;
      log(`the embedded database ended (${end}) and is started again`);
      try {
        postmaster = await startAgain();
      } catch (error) {
        if (stopping.signal.aborted) return { expected: true, reason: end };
        const remedy = `The database in ${plan.cluster} cannot be recovered: restore that folder from a backup.`;
        return { expected: false, reason: `${remedy} ${messageOf(error)}` };
      }
      log('the embedded database is back');
    }
  };
  const closed = keep();
  return {
    closed,
    stop: async () => {
      stopping.abort();
      if (postmaster.pid !== undefined) await stopPostmaster(postmaster.pid, plan.cluster);
      await closed;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
