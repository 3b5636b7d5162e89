import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RedisServer, startRedisServer } from './start-redis.ts';

/** The name of the master, as the default of REDIS_SENTINEL_MASTER. */
const MASTER = 'portal';
const SENTINELS = 3;

export type TestSentinels = {
  /** As in REDIS_SENTINELS. */
  readonly addresses: readonly { readonly host: string; readonly port: number }[];
  /** SIGKILL to the first master: the Sentinels promote its replica. */
  readonly killMaster: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function sentinelFile(folder: string, number: number, masterPort: number): string {
  const path = join(folder, `sentinel-${number}.conf`);
  writeFileSync(
    path,
    `sentinel monitor ${MASTER} 127.0.0.1 ${masterPort} 2
sentinel down-after-milliseconds ${MASTER} 500
sentinel failover-timeout ${MASTER} 2000
`,
  );
  return path;
}

/** A Redis with a replica and three Sentinels, on ports of their own, without persistence. */
export async function startRedisSentinels(): Promise<TestSentinels> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sentinel-'));
  const running: RedisServer[] = [];
  const open = async (words: readonly string[]): Promise<RedisServer> => {
    const server = await startRedisServer(folder, words);
    running.push(server);
    return server;
  };
  const master = await open([]);
  await open(['--replicaof', '127.0.0.1', String(master.port), '--repl-diskless-sync-delay', '0']);
  const sentinels: RedisServer[] = [];
  for (let number = 1; number <= SENTINELS; number++) {
    sentinels.push(await open([sentinelFile(folder, number, master.port), '--sentinel']));
  }
  return {
    addresses: sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
    killMaster: () => end(master.child),
    stop: async () => {
      await Promise.all(running.map(({ child }) => end(child)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
