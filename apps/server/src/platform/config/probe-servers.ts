import { probeDatabase } from '../database/probe-database.ts';
import type { Config } from './config.ts';

type Servers = Pick<Config, 'databaseUrl' | 'redis'>;

/**
 * Asks one server that the settings name whether it can be used; resolves to a sentence for each
 * fault, and to none where it is not configured.
 */
type Probe = (servers: Servers) => Promise<readonly string[]>;

const PROBES: readonly Probe[] = [
  async ({ databaseUrl }) => (databaseUrl === null ? [] : probeDatabase('DATABASE_URL', databaseUrl)),
  async ({ redis }) => {
    if (redis === null) return [];
    const { probeRedis } = await import('../events/probe-redis.ts');
    return probeRedis(redis);
  },
];

/** Asks all servers at the same time, and returns every fault, so that none is found later. */
export async function probeServers(servers: Servers): Promise<readonly string[]> {
  const faults = await Promise.all(PROBES.map((probe) => probe(servers)));
  return faults.flat();
}
