import { hostname } from 'node:os';
import { Gauge } from 'prom-client';
import type { Job } from '../../../platform/jobs/job-runner.ts';
import { metricsJob } from '../../../platform/metrics/metrics-job.ts';
import { createHttpClient } from '../../../platform/outside/http-client.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createSiemExport } from './export-to-siem.ts';
import { openReceiver } from './open-receiver.ts';
import { readDelay } from './siem.repository.ts';

const SEND_INTERVAL_MS = 5000;
const TIMEOUT_MS = 10_000;

/** Sends to the SIEM of the configuration, and measures how far behind it is; none without one. */
export function siemJobs({ config, database, instanceId, release, metricsRegistry, logger }: Platform): Job[] {
  const delay = new Gauge({
    name: 'siem_delay_seconds',
    help: 'Age of the oldest audit record or security event that was not sent to the SIEM.',
    registers: [metricsRegistry],
  });
  if (config.siem === null) return [];
  const http = createHttpClient({
    timeoutMs: TIMEOUT_MS,
    log: ({ path: _path, ...call }) => logger.debug(call, 'outside call'),
  });
  const receive = openReceiver(config.siem, { http, origin: { host: hostname(), version: release.version } });
  const work = createSiemExport({ database, receive, instanceId, elapsedMs: () => performance.now() });
  return [
    { name: 'siem export', intervalMs: SEND_INTERVAL_MS, work },
    metricsJob('siem', async () => delay.set(await readDelay(database))),
  ];
}
