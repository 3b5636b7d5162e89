import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CARRIERS, MACHINES, PASSWORDS, PORTAL_PORT } from './kit.ts';
import type { Machine } from './network.ts';

const run = promisify(execFile);
const HEALTHY_WITHIN_MS = 120_000;
const ANSWER_MS = 1000;
const POLL_MS = 250;

/** Polls a state; one that cannot be read counts as not reached. Throws when it is not reached in 2 minutes. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + HEALTHY_WITHIN_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${HEALTHY_WITHIN_MS / 1000} s: ${what}`);
    await sleep(POLL_MS);
  }
}

const ask = (address: string): Promise<Response> => fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });

/** The machine whose PostgreSQL is the primary by the word of its Patroni; null while there is none. */
export async function findPrimary(): Promise<Machine | null> {
  const isPrimary = ({ address }: Machine) =>
    ask(`http://${address}:8008/primary`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const answers = await Promise.all(CARRIERS.map(isPrimary));
  return CARRIERS.find((_machine, index) => answers[index]) ?? null;
}

/** Whether the primary has a synchronous standby, as any reachable Patroni sees it. */
export async function hasSynchronousStandby(): Promise<boolean> {
  const roles = await Promise.any(
    CARRIERS.map(async ({ address }) => {
      const { members } = (await (await ask(`http://${address}:8008/cluster`)).json()) as {
        members: { role: string }[];
      };
      return members.map(({ role }) => role);
    }),
  );
  return roles.includes('leader') && roles.includes('sync_standby');
}

/** The answer of a Redis or a sentinel to one command. */
async function askRedis(host: string, port: number, words: readonly string[]): Promise<string> {
  const options = {
    env: { ...process.env, REDISCLI_AUTH: port === 6379 ? PASSWORDS.REDIS_PASSWORD : '' },
    timeout: ANSWER_MS,
  };
  const { stdout } = await run('redis-cli', ['-h', host, '-p', String(port), ...words], options);
  return stdout;
}

/** The machine of the Redis master, as the first sentinel that answers says. */
export function findRedisMaster(): Promise<Machine> {
  return Promise.any(
    MACHINES.map(async ({ address }) => {
      const [master] = (await askRedis(address, 26379, ['sentinel', 'get-master-addr-by-name', 'portal'])).split('\n');
      const found = CARRIERS.find((machine) => machine.address === master);
      if (!found) throw new Error(`no machine of the drill has the address ${master}`);
      return found;
    }),
  );
}

export async function hasRedisReplica(): Promise<boolean> {
  const { address } = await findRedisMaster();
  return /connected_slaves:1/.test(await askRedis(address, 6379, ['info', 'replication']));
}

export async function arePortalsReady(): Promise<boolean> {
  const answers = await Promise.all(CARRIERS.map(({ address }) => ask(`http://${address}:${PORTAL_PORT}/readyz`)));
  return answers.every(({ ok }) => ok);
}
