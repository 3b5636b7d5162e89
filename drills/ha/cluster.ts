import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { GatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { startProgram } from '../../bench/portal/program-process.ts';
import { withClient } from '../../bench/portal/seed-bench-data.ts';
import { arePortalsReady, findPrimary, hasRedisReplica, hasSynchronousStandby, until } from './cluster-state.ts';
import { CARRIERS, MACHINES, PASSWORDS, writeLoadBalancer, writeMachine } from './kit.ts';
import { closeNetwork, type Machine, OWN_ADDRESS, openNetwork } from './network.ts';
import { createPrograms, type Programs } from './programs.ts';

export const SECRETS = {
  SESSION_SECRET: 'a secret of the drill alone, more than forty characters',
  NETWORK_TOKEN: 'the network token of the drill',
} as const;

/** The gateways' sandbox, which runs in the drill itself. */
export type Gateways = GatewaySandbox & { readonly port: number };

export type Cluster = {
  readonly programs: Programs;
  /** Resolves when a primary has a synchronous standby, Redis a replica, and both portals are ready. */
  readonly healthy: () => Promise<void>;
  /** Runs `work` as the database's superuser on the primary. */
  readonly onPrimary: <R>(work: (client: pg.Client) => Promise<R>) => Promise<R>;
  readonly close: () => Promise<void>;
};

async function onPrimary<R>(work: (client: pg.Client) => Promise<R>, database = 'portal'): Promise<R> {
  const primary = await findPrimary();
  if (primary === null) throw new Error('there is no primary');
  const account = { user: 'postgres', password: PASSWORDS.POSTGRES_PASSWORD };
  return withClient({ host: primary.address, port: 5432, ...account, database }, work);
}

function portalEnv(port: number, gateways: Gateways): Record<string, string> {
  return {
    ...gateways.portalEnv,
    ...SECRETS,
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://portal:${PASSWORDS.PORTAL_PASSWORD}@127.0.0.1:5000/portal`,
    DATABASE_REPLICA_URL: `postgres://portal:${PASSWORDS.PORTAL_PASSWORD}@127.0.0.1:5001/portal`,
    REDIS_SENTINELS: MACHINES.map(({ address }) => `${address}:26379`).join(','),
    REDIS_PASSWORD: PASSWORDS.REDIS_PASSWORD,
    TRUSTED_PROXIES: OWN_ADDRESS,
    SOCKETS_PER_ADDRESS: '1000',
    RECONCILE_INTERVAL_S: '1',
    GATEWAY_TIMEOUT_MS: '3000',
    LOG_LEVEL: 'warn',
  };
}

/** In production only loopback addresses may be http: HAProxy carries the calls to the gateways on. */
function relay(from: string, to: string): string {
  return `\nlisten gateways\n  bind ${from}\n  mode tcp\n  server sandbox ${to}\n`;
}

const accountOf = (name: string) => ({
  uid: Number(execFileSync('id', ['-u', name])),
  gid: Number(execFileSync('id', ['-g', name])),
});

/** etcd everywhere, Redis with its sentinels, and PostgreSQL under Patroni with an empty database. */
async function startStores(programs: Programs): Promise<void> {
  for (const machine of MACHINES) await programs.startEtcd(machine);
  for (const machine of CARRIERS) await programs.startRedis(machine);
  for (const machine of MACHINES) await programs.startSentinel(machine);
  for (const machine of CARRIERS) await programs.startDatabase(machine);
  await until('a primary with a synchronous standby', hasSynchronousStandby);
  await onPrimary(async (client) => {
    await client.query(`create role portal login password '${PASSWORDS.PORTAL_PASSWORD}' in role pg_monitor`);
    await client.query('create database portal owner portal');
  }, 'postgres');
}

/** The load balancer in front of the portals, on this machine. Returns how it is ended. */
async function startLoadBalancer(folder: string, port: number, gateways: Gateways): Promise<() => Promise<void>> {
  const file = writeLoadBalancer(folder, port);
  appendFileSync(file, relay(`${OWN_ADDRESS}:${gateways.port}`, `127.0.0.1:${gateways.port}`));
  const balancer = await startProgram({
    name: 'HAProxy',
    command: ['haproxy', '-f', file],
    env: {},
    logFile: join(folder, 'haproxy.log'),
    readyUrl: `http://127.0.0.1:${port}/healthz`,
  });
  return async () => {
    balancer.kill('group');
    await balancer.exited;
  };
}

/**
 * Three machines in namespaces of this one, with the files of deploy/ha: etcd and a sentinel on each;
 * Patroni with PostgreSQL, Redis, HAProxy and a portal on two; a load balancer here at
 * 127.0.0.1:`port`.
 */
export async function startCluster(folder: string, port: number, gateways: Gateways): Promise<Cluster> {
  await using running = new AsyncDisposableStack();
  running.defer(() => closeNetwork(MACHINES));
  await openNetwork(MACHINES);
  const owner = accountOf('postgres');
  const homes = new Map(MACHINES.map((machine) => [machine, writeMachine(folder, machine, owner)]));
  const homeOf = (machine: Machine): string => homes.get(machine) ?? '';
  const programs = createPrograms(homeOf, portalEnv(port, gateways));
  await startStores(programs);
  for (const machine of CARRIERS) {
    const file = join(homeOf(machine), 'haproxy-database.cfg');
    appendFileSync(file, relay(`127.0.0.1:${gateways.port}`, `${OWN_ADDRESS}:${gateways.port}`));
    await programs.startHaproxy(machine);
    await programs.startPortal(machine);
  }
  running.defer(await startLoadBalancer(folder, port, gateways));
  const all = running.move();
  return {
    programs,
    healthy: async () => {
      await until('a primary with a synchronous standby', hasSynchronousStandby);
      await until('a Redis master with a replica', hasRedisReplica);
      await until('both portals are ready', arePortalsReady);
    },
    onPrimary,
    close: () => all.disposeAsync(),
  };
}
