import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { readDatabaseClock } from '../clock/clock.repository.ts';
import type { Database } from '../database/connection.ts';
import type { LiveBus } from '../events/live-bus.ts';
import type { Job } from '../jobs/job-runner.ts';
import { metricsJob } from './metrics-job.ts';

/** The memory that this process may use: the limit of its container or unit, or all there is. */
function memoryLimitBytes(): number {
  const constrained = process.constrainedMemory();
  // Without a limit Linux reports a number beyond any memory.
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** What this instance needs and could lose: memory, disk, database, Redis. */
export function instanceMetrics(
  registry: Registry,
  deps: { readonly database: Database; readonly bus: LiveBus; readonly dataDir: string },
): Job[] {
  const registers = [registry];
  new Gauge({
    name: 'memory_limit_bytes',
    help: 'The memory that this process may use, of which process_resident_memory_bytes is in use.',
    registers,
  }).set(memoryLimitBytes());
  const free = new Gauge({
    name: 'data_dir_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
    registers,
  });
  const databaseUp = new Gauge({
    name: 'database_up',
    help: 'Whether the database answered this instance when it was last asked: 1 or 0.',
    registers,
  });
  if (deps.bus.hasOthers) {
    new Gauge({
      name: 'redis_up',
      help: 'Whether events from this instance come back to it through Redis: 1 or 0.',
      registers,
      collect() {
        this.set(deps.bus.isConnected() ? 1 : 0);
      },
    });
  }
  const read = async (): Promise<void> => {
    // The folder is made when something is first stored in it.
    const { bavail, bsize } = await statfs(deps.dataDir).catch(() => statfs(dirname(deps.dataDir)));
    free.set(bavail * bsize);
    const isUp = await readDatabaseClock(deps.database).then(
      () => true,
      () => false,
    );
    databaseUp.set(isUp ? 1 : 0);
  };
  return [metricsJob('instance', read)];
}
