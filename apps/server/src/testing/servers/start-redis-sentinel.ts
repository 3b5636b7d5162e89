import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'iovalkey';
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

/** Asks a Redis or a Sentinel again and again until its answer is the wanted one. */
async function untilAnswer(
  { port }: RedisServer,
  [command, ...words]: readonly [string, ...string[]],
  isWanted: (answer: string) => boolean,
): Promise<void> {
  const redis = new Redis(port, '127.0.0.1');
  const ask = () => redis.call(command, words).catch((error: Error) => error.message);
  while (!isWanted(String(await ask()))) await sleep(50);
  redis.disconnect();
}

/**
 * A fail-over needs a Sentinel that knows the replica and the other Sentinels: it asks the master for
 * the one, and hears of the others through it, so neither can be learnt once the master is dead.
 */
async function untilReadyForFailover(sentinel: RedisServer): Promise<void> {
  await untilAnswer(sentinel, ['SENTINEL', 'CKQUORUM', MASTER], (answer) =>
    answer.startsWith(`OK ${SENTINELS} usable`),
  );
  await untilAnswer(sentinel, ['SENTINEL', 'REPLICAS', MASTER], (answer) => answer.includes('master-link-status,ok'));
}

/**
 * A Redis with a replica and three Sentinels that are ready for a fail-over, on ports of their own,
 * without persistence.
 */
export async function startRedisSentinels(): Promise<TestSentinels> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sentinel-'));
  const running: RedisServer[] = [];
  const open = async (words: readonly string[]): Promise<RedisServer> => {
    const server = await startRedisServer(folder, words);
    running.push(server);
    return server;
  };
  const master = await open(['--repl-diskless-sync-delay', '0']);
  const replica = await open(['--replicaof', '127.0.0.1', String(master.port)]);
  // The Sentinels ask the master for its replicas at their start, and then every ten seconds.
  await untilAnswer(replica, ['INFO', 'replication'], (answer) => answer.includes('master_link_status:up'));
  const sentinels: RedisServer[] = [];
  for (let number = 1; number <= SENTINELS; number++) {
    sentinels.push(await open([sentinelFile(folder, number, master.port), '--sentinel']));
  }
  await Promise.all(sentinels.map(untilReadyForFailover));
  return {
    addresses: sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
    killMaster: () => end(master.child),
    stop: async () => {
      await Promise.all(running.map(({ child }) => end(child)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
