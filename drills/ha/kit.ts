import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../bench/portal/portal-process.ts';
import { type Machine, machineOf, NETWORK } from './network.ts';

/** The database and the portals are on the first two; the third only votes. */
export const MACHINES: readonly Machine[] = [1, 2, 3].map(machineOf);
const [first, second] = MACHINES as readonly [Machine, Machine, Machine];
export const FIRST: Machine = first;
export const CARRIERS: readonly Machine[] = [first, second];
export const PORTAL_PORT = 3000;

/** Of a cluster that lives for minutes in a network of its own. */
export const PASSWORDS = {
  PATRONI_PASSWORD: 'patroni-of-the-drill',
  POSTGRES_PASSWORD: 'postgres-of-the-drill',
  REPLICATION_PASSWORD: 'replication-of-the-drill',
  REWIND_PASSWORD: 'rewind-of-the-drill',
  REDIS_PASSWORD: 'redis-of-the-drill',
  PORTAL_PASSWORD: 'portal-of-the-drill',
} as const;

/** Replaces each `${NAME}` of a file of deploy/ha, as `envsubst` does. Throws when one has no value. */
function fill(file: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(join(REPOSITORY, 'deploy/ha', file), 'utf8').replace(/\$\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/ha/${file} needs a value for ${name}`);
    return value;
  });
}

/** The command prefix that runs a program as the account of Debian's PostgreSQL. */
export const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] as const;

/** The folder of a machine with its files of deploy/ha, filled in; `owner` is PostgreSQL's account. */
export function writeMachine(folder: string, machine: Machine, owner: { uid: number; gid: number }): string {
  const home = join(folder, machine.name);
  const values = {
    ...PASSWORDS,
    NODE_NAME: `node-${machine.number}`,
    NODE_ADDRESS: machine.address,
    CLUSTER_NETWORK: NETWORK,
    ETCD_HOSTS: MACHINES.map(({ address }) => `${address}:2379`).join(','),
    ETCD_CLUSTER: MACHINES.map(({ number, address }) => `node-${number}=http://${address}:2380`).join(','),
    ETCD_DATA: join(home, 'etcd'),
    POSTGRES_DATA: join(home, 'postgres', 'data'),
    POSTGRES_PASSFILE: join(home, 'postgres', 'pgpass'),
    POSTGRES_SOCKETS: join(home, 'postgres'),
    DATABASE_1: FIRST.address,
    DATABASE_2: second.address,
    REDIS_MASTER: FIRST.address,
    REDIS_DATA: join(home, 'redis'),
    SENTINEL_DATA: join(home, 'sentinel'),
  };
  for (const name of ['', 'postgres', 'redis', 'sentinel', 'portal']) mkdirSync(join(home, name), { mode: 0o711 });
  const files = ['patroni.yml', 'etcd.conf.yml', 'haproxy-database.cfg', 'redis.conf', 'sentinel.conf'];
  for (const file of files) writeFileSync(join(home, file), fill(file, values));
  for (const path of ['postgres', 'patroni.yml']) chownSync(join(home, path), owner.uid, owner.gid);
  return home;
}

/** The load balancer in front of both portals, as a file in `folder`. Returns its path. */
export function writeLoadBalancer(folder: string, port: number): string {
  const path = join(folder, 'haproxy-portals.cfg');
  const [portal1, portal2] = CARRIERS.map(({ address }) => `${address}:${PORTAL_PORT}`);
  const values = { FRONT_ADDRESS: `127.0.0.1:${port}`, PORTAL_1: portal1 ?? '', PORTAL_2: portal2 ?? '' };
  writeFileSync(path, fill('haproxy-portals.cfg', values));
  return path;
}
