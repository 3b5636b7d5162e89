import { probeDatabase } from '../database/probe-database.ts';
import { probeReplica } from '../database/replica/probe-replica.ts';
import type { Config } from './config.ts';

type Servers = Pick<Config, 'databaseUrl' | 'replicaUrl' | 'redis'>;

/**
 * Asks one server that the settings name whether it can be used; resolves to a sentence for each
 * fault, and to none where it is not configured.
 */
type Probe = (servers: Servers) => Promise<readonly string[]>;

const PROBES: readonly Probe[] = [
  async ({ databaseUrl }) => (databaseUrl === null ? [] : probeDatabase('DATABASE_URL', databaseUrl)),
  async ({ databaseUrl, replicaUrl }) => {
    if (databaseUrl === null || replicaUrl === null) return [];
    // One that does not answer may come later; meanwhile staff read the primary.
    const found = await probeReplica(databaseUrl, replicaUrl).catch(() => null);
    return found?.fault ? [found.fault] : [];
  },
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
