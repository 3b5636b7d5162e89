import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { cleanUp, newFolder, RUN_AS, runRefusedPortal, startPortal } from './start-portal-stand-in.fixture.ts';

const TIMEOUT = { timeout: 60_000 };

afterEach(cleanUp, TIMEOUT.timeout);

/** By the words of RUN_AS: data folders of portals that have run once and were stopped. */
const templates = new Map<string, string>();
afterAll(() => {
  for (const folder of templates.values()) rmSync(folder, { recursive: true });
});

/** A data folder in which such a portal has run before. Copied, because making a database takes most of a start. */
async function usedFolder(prefix: readonly string[] = []): Promise<string> {
  const account = prefix.join(' ');
  let template = templates.get(account);
  if (template === undefined) {
    template = mkdtempSync('/var/tmp/portal-embedded-template-');
    templates.set(account, template);
    chmodSync(template, 0o755);
    await (await startPortal({ dataDir: template, prefix })).stop();
  }
  const dataDir = newFolder();
  execFileSync('cp', ['--archive', `${template}/.`, dataDir]);
  return dataDir;
}

describe.each(Object.entries(RUN_AS))('as %s', TIMEOUT, (_name, prefix) => {
  it('the first start makes a durable UTF-8 database that only a private socket leads to', async () => {
    const dataDir = newFolder();
    const portal = await startPortal({ dataDir, prefix });
    const [settings] =
      await portal.query(`select current_database() as database, current_setting('listen_addresses') as network,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commits,
      current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone, lower('ÀṢẸ') as lowered`);
    expect(settings).toEqual({
      database: 'portal',
      network: '',
      fsync: 'on',
      pages: 'on',
      commits: 'on',
      encoding: 'UTF8',
      zone: 'UTC',
      lowered: 'àṣẹ',
    });
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(portal.connection.host ?? '').mode & 0o777).toBe(0o700);
    await portal.stop();
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('a restart keeps every row', async () => {
    const dataDir = await usedFolder(prefix);
    const first = await startPortal({ dataDir, prefix });
    await first.query('create table receipt (number integer); insert into receipt select generate_series(1, 1000)');
    await first.stop();
    for (let start = 0; start < 2; start += 1) {
      const next = await startPortal({ dataDir, prefix });
      expect(await next.query('select count(*)::int as rows from receipt')).toEqual([{ rows: 1000 }]);
      await next.stop();
    }
  });

  it('a portal that was killed is followed by one that finds every row', async () => {
    const dataDir = await usedFolder(prefix);
    const killed = await startPortal({ dataDir, prefix });
    await killed.query('create table receipt (number integer); insert into receipt values (7)');
    await killed.kill();
    const next = await startPortal({ dataDir, prefix });
    expect(await next.query('select number from receipt')).toEqual([{ number: 7 }]);
  });

  it('a second portal on the same folder says who holds it and ends; the first goes on', async () => {
    const dataDir = await usedFolder(prefix);
    const first = await startPortal({ dataDir, prefix });
    const second = await runRefusedPortal({ dataDir, prefix });
    expect(second).toEqual({
      code: 1,
      said: `The embedded PostgreSQL cannot run: the data folder ${dataDir} is already in use by another portal (process ${first.process.pid}); stop that one, or give this one a DATA_DIR of its own. To use a PostgreSQL of your own, set DATABASE_URL.\n`,
    });
    expect(await first.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('a PostgreSQL that outlived its portal is stopped cleanly, and its rows are there', async () => {
    const dataDir = await usedFolder(prefix);
    const portal = await startPortal({ dataDir, prefix });
    const command = readFileSync(`/proc/${portal.postmasterPid()}/cmdline`, 'utf8').split('\0').slice(0, -1);
    const owner = statSync(join(dataDir, 'postgres'));
    await portal.query('create table receipt (number integer)');
    await portal.stop();
    const orphan = await startOrphan(command, dataDir, { uid: owner.uid, gid: owner.gid });
    const survivor = new pg.Client(portal.connection);
    survivor.on('error', () => {});
    await survivor.connect();
    for (const sql of ['insert into receipt values (7)', 'begin', 'insert into receipt values (8)'])
      await survivor.query(sql);

    const next = await startPortal({ dataDir, prefix });
    expect(next.said()).toContain(
      `stopping the PostgreSQL that an earlier portal left running (process ${orphan.pid})`,
    );
    expect(orphan.exitCode).toBe(0);
    expect(await next.query('select number from receipt')).toEqual([{ number: 7 }]);
    await survivor.end();
  });

  it('a record with the process id of another program is forgotten, and that program lives on', async () => {
    const dataDir = await usedFolder(prefix);
    const portal = await startPortal({ dataDir, prefix });
    const record = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    await portal.query('create table receipt (number integer)');
    await portal.stop();
    const bystander = spawn('sleep', ['60']);
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), record.replace(/^\d+/, String(bystander.pid)));
    const next = await startPortal({ dataDir, prefix });
    expect(await next.query('select count(*)::int as rows from receipt')).toEqual([{ rows: 0 }]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
  });
});

describe('whatever the folder', TIMEOUT, () => {
  it('a path too long for a socket works, and leaves nothing under /tmp', async () => {
    const dataDir = join(newFolder(), 'a-long-name-'.repeat(10), 'ọjà');
    const portal = await startPortal({ dataDir });
    const folder = portal.connection.host ?? '';
    expect(folder).toMatch(/^\/tmp\/portal-[0-9a-f]{24}$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await portal.query('select 1 as one')).toEqual([{ one: 1 }]);
    await portal.stop();
    expect(existsSync(folder)).toBe(false);
  });

  it('a first start that was interrupted half-way is begun again', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres.new'));
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
    const portal = await startPortal({ dataDir });
    expect(await portal.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('files that are no database are refused with what PostgreSQL says, and left as they are', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9.6\n');
    const refused = await runRefusedPortal({ dataDir });
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/it did not start[\s\S]*set DATABASE_URL/);
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('9.6\n');
  });
});

describe('kill -9 of the server', TIMEOUT, () => {
  it('loses nothing that was acknowledged, and the portal learns of it', async () => {
    const dataDir = await usedFolder();
    const portal = await startPortal({ dataDir });
    await portal.query('create table receipt (number serial primary key)');
    const acknowledged: number[] = [];
    const writers = Array.from({ length: 4 }, () => writeUntilBroken(portal.connection, acknowledged));
    while (acknowledged.length < 200) await delay(5);
    process.kill(portal.postmasterPid(), 'SIGKILL');
    await Promise.all(writers);
    await portal.ended();
    expect(portal.said()).toContain('the database ended by itself: signal SIGKILL');

    const next = await startPortal({ dataDir });
    const kept = await next.query<{ number: number }>('select number from receipt');
    const keptNumbers = new Set(kept.map(({ number }) => number));
    expect(acknowledged.filter((number) => !keptNumbers.has(number))).toEqual([]);
  });
});

it('a start right after kill -9 of the server waits for its last process to go', TIMEOUT, async () => {
  const dataDir = await usedFolder();
  const portal = await startPortal({ dataDir });
  await portal.query('create table receipt (number integer); insert into receipt values (7)');
  const client = new pg.Client(portal.connection);
  client.on('error', () => {});
  await client.connect();
  const [session] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  const lastProcess = session?.pid ?? 0;
  process.kill(lastProcess, 'SIGSTOP');
  process.kill(portal.postmasterPid(), 'SIGKILL');
  await portal.ended();

  const starting = startPortal({ dataDir });
  while (!readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('pre-existing shared memory block'))
    await delay(10);
  process.kill(lastProcess, 'SIGCONT');
  const next = await starting;
  expect(await next.query('select number from receipt')).toEqual([{ number: 7 }]);
  await client.end().catch(() => {});
});

async function writeUntilBroken(connection: pg.ClientConfig, acknowledged: number[]): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ number: number }>('insert into receipt default values returning number');
      acknowledged.push(...rows.map(({ number }) => number));
    }
  } catch {
    await client.end().catch(() => {});
  }
}

/** A server on the folder with nobody above it, as one is left when neither the portal nor the kernel ended it. */
async function startOrphan([program = '', ...options]: string[], dataDir: string, owner: { uid: number; gid: number }) {
  const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
  const [command = '', ...rest] = owner.uid === 0 ? [...namespace, program, ...options] : [program, ...options];
  const orphan = spawn(command, rest, { stdio: 'ignore', cwd: '/', ...(owner.uid === 0 ? {} : owner) });
  const record = join(dataDir, 'postgres', 'postmaster.pid');
  while (!existsSync(record) || !/^ready/m.test(readFileSync(record, 'utf8'))) await delay(10);
  return orphan;
}
