import { completeDirectorySignIn } from '@portal/contract/identity/directory-sign-in';
import { Gauge } from 'prom-client';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { createHttpClient } from '../../platform/outside/http-client.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkDirectory } from './check-directory.ts';
import { createDirectory, type Directory } from './create-directory.ts';

const TIMEOUT_MS = 5000;
const CHECK_INTERVAL_MS = 300_000;

const httpOf = ({ logger }: Platform) =>
  createHttpClient({ timeoutMs: TIMEOUT_MS, log: (call) => logger.info(call, 'outside call') });

/** Null where the operator has configured none. Asks nobody before the first sign-in. */
export function openDirectory(platform: Platform): Directory | null {
  const { config, publicUrl, clock } = platform;
  if (config.directory === null) return null;
  return createDirectory({
    settings: config.directory,
    redirectUri: new URL(completeDirectorySignIn.path, publicUrl).href,
    http: httpOf(platform),
    clock,
  });
}

/** Says in a metric and in the log whether staff can sign in by the directory. None without one. */
export function directoryJobs(platform: Platform): Job[] {
  const { config, clock, logger } = platform;
  if (config.directory === null) return [];
  const { issuer } = config.directory;
  const up = new Gauge({
    name: 'directory_up',
    help: 'Whether the OpenID Connect directory can sign staff in: its documents are there, and its clock is right.',
    registers: [platform.metricsRegistry],
  });
  const http = httpOf(platform);
  const work = async (): Promise<void> => {
    const fault = await checkDirectory({ issuer, http, clock });
    up.set(fault === null ? 1 : 0);
    if (fault !== null) logger.warn({ fault }, 'nobody can sign in by the directory');
  };
  return [{ name: 'check directory', intervalMs: CHECK_INTERVAL_MS, atStart: true, work }];
}
