import { hostname } from 'node:os';
import type { Database } from '../database/connection.ts';
import type { Job } from '../jobs/job-runner.ts';
import type { Release } from '../release.ts';
import { noteInstance, noteStop, pruneInstances } from './instance.repository.ts';

const HEARTBEAT_MS = 15_000;
const PRUNE_MS = 3_600_000;

/**
 * Keeps the row of this instance in `instances`: jobs that report it every 15 seconds, and the
 * goodbye at a clean stop, which never throws.
 */
export function watchInstance(deps: {
  readonly database: Database;
  readonly instanceId: string;
  readonly config: { readonly port: number };
  readonly release: Release;
}): { readonly jobs: readonly Job[]; readonly close: () => Promise<void> } {
  const { database, instanceId: id, config, release } = deps;
  const commit = release.commit === 'unknown' ? null : release.commit;
  const self = { id, hostName: hostname(), port: config.port, version: release.version, commit };
  return {
    jobs: [
      { name: 'instance heartbeat', intervalMs: HEARTBEAT_MS, atStart: true, work: () => noteInstance(database, self) },
      { name: 'prune instances', intervalMs: PRUNE_MS, work: () => pruneInstances(database) },
    ],
    // Without a database the others see that this one is gone a minute later.
    close: () => noteStop(database, id).catch(() => undefined),
  };
}
