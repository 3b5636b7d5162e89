import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { findNativeFolder, linkLibraries } from './postgres-programs.ts';
import { cleanUp, newFolder, RUN_AS, runRefusedPortal, startPortal } from './start-fake-portal.fixture.ts';

const TIMEOUT = { timeout: 60_000 };

afterEach(cleanUp, TIMEOUT.timeout);

/** Data folders of portals that have run once and were stopped, by the text of RUN_AS. */
const templates = new Map<string, string>();
afterAll(() => {
  for (const folder of templates.values()) rmSync(folder, { recursive: true });
});

/**
 * A data folder in which such a portal has run before. It is copied, because creating a database
 * takes most of a start.
 */
async function usedFolder(prefix: readonly string[] = []): Promise<string> {
  const account = prefix.join(' ');
  let template = templates.get(account);
  if (template === undefined) {
    template = mkdtempSync(join(tmpdir(), 'portal-embedded-template-'));
    templates.set(account, template);
    chmodSync(template, 0o755);
    await (await startPortal({ dataDir: template, prefix })).stop();
  }
  const dataDir = newFolder();
  execFileSync('cp', ['--archive', `${template}/.`, dataDir]);
  return dataDir;
}

describe.each(Object.entries(RUN_AS))('as %s', TIMEOUT, (_name, prefix) => {
  it('the first start creates a durable UTF-8 database that is reachable only over a private socket', async () => {
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

  it('a start after a killed portal finds every row', async () => {
    const dataDir = await usedFolder(prefix);
    const killed = await startPortal({ dataDir, prefix });
    await killed.query('create table receipt (number integer); insert into receipt values (7)');
    await killed.kill();
    const next = await startPortal({ dataDir, prefix });
    expect(await next.query('select number from receipt')).toEqual([{ number: 7 }]);
  });

  it('a second portal on the same folder names the holder and exits; the first keeps running', async () => {
    const dataDir = await usedFolder(prefix);
    const first = await startPortal({ dataDir, prefix });
    const second = await runRefusedPortal({ dataDir, prefix });
    expect(second).toEqual({
      code: 1,
      said: `The embedded PostgreSQL cannot run: the data folder ${dataDir} is already in use by another portal (process ${first.process.pid}); stop that one, or give this one a DATA_DIR of its own. To use a PostgreSQL of your own, set DATABASE_URL.\n`,
    });
    expect(await first.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('a PostgreSQL that outlived its portal is stopped cleanly, and its rows are kept', async () => {
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

  it('a record with the process id of another program is discarded, and that program is not signalled', async () => {
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

describe('with any data folder', TIMEOUT, () => {
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

  it('an interrupted first start is started over', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres.new'));
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
    const portal = await startPortal({ dataDir });
    expect(await portal.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('files that are not a database are refused with PostgreSQL’s message, and left unchanged', async () => {
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
  it('loses no acknowledged write, and the server is restarted on the same socket', async () => {
    const dataDir = await usedFolder();
    const portal = await startPortal({ dataDir });
    await portal.query('create table receipt (number serial primary key)');
    const acknowledged: number[] = [];
    const writers = Array.from({ length: 4 }, () => writeUntilBroken(portal.connection, acknowledged));
    while (acknowledged.length < 200) await delay(5);
    process.kill(portal.postmasterPid(), 'SIGKILL');
    await Promise.all(writers);
    await portal.hasSaid('the embedded database is back');
    expect(portal.said()).toContain('the embedded database ended (signal SIGKILL) and is started again');

    const stored = await portal.query<{ number: number }>('select number from receipt');
    const storedNumbers = new Set(stored.map(({ number }) => number));
    expect(acknowledged.filter((number) => !storedNumbers.has(number))).toEqual([]);
    await portal.stop();
    expect(portal.said()).toMatch(/stopped\n$/);
  });

  it('of portal and server together makes the next start wait until the last process has ended', async () => {
    const dataDir = await usedFolder();
    const portal = await startPortal({ dataDir });
    await portal.query('create table receipt (number integer); insert into receipt values (7)');
    const lastProcess = await stopBackend(portal.connection);
    process.kill(portal.postmasterPid(), 'SIGKILL');
    await portal.kill();

    const starting = startPortal({ dataDir });
    await untilLogged(dataDir, 'pre-existing shared memory block');
    process.kill(lastProcess, 'SIGCONT');
    const next = await starting;
    expect(await next.query('select number from receipt')).toEqual([{ number: 7 }]);
  });

  it('does not make the restart wait for a long-running statement', async () => {
    const dataDir = await usedFolder();
    const portal = await startPortal({ dataDir });
    const client = new pg.Client(portal.connection);
    client.on('error', () => {});
    await client.connect();
    const endless = client.query('do $$ begin loop null; end loop; end $$').catch(() => 'ended');
    await portal.query('select 1');
    process.kill(portal.postmasterPid(), 'SIGKILL');
    await portal.hasSaid('the embedded database is back');
    expect(await endless).toBe('ended');
  });

  it('during the back-off before a restart leaves a portal that can be stopped', async () => {
    const dataDir = await usedFolder();
    const portal = await startPortal({ dataDir });
    const lastProcess = await stopBackend(portal.connection);
    process.kill(portal.postmasterPid(), 'SIGKILL');
    await untilLogged(dataDir, 'pre-existing shared memory block');
    await portal.stop();
    process.kill(lastProcess, 'SIGCONT');
    expect(portal.said()).toMatch(/stopped\n$/);
  });

  it.each([
    ['for as long as it takes when the machine is at fault', 'FATAL:  could not write: No space left on device', 5],
    ['a few times when the folder is at fault', 'PANIC:  could not locate a valid checkpoint record', 3],
  ])('is followed by restarts %s', async (_name, words, failures) => {
    // The server records its starts there, whichever user it runs as.
    const [dataDir, nativeFolder] = [await usedFolder(), newFolder(0o777)];
    const failing = join(nativeFolder, 'failing');
    copyPrograms(nativeFolder, `if [ -s ${failing} ]; then sed -i 1d ${failing}; echo '${words}' >&2; exit 1; fi`);
    writeFileSync(failing, '');
    const portal = await startPortal({ dataDir, nativeFolder: join(nativeFolder, 'native') });
    writeFileSync(failing, 'x\n'.repeat(failures));
    process.kill(portal.postmasterPid(), 'SIGKILL');
    await portal.hasSaid('the embedded database is back');
    expect(portal.said().split(words)).toHaveLength(failures + 1);
  });

  it('ends it permanently when its folder cannot be recovered', async () => {
    const dataDir = await usedFolder();
    const portal = await startPortal({ dataDir });
    writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), '');
    process.kill(portal.postmasterPid(), 'SIGKILL');
    await portal.ended();
    expect(portal.said()).toContain(`The database in ${join(dataDir, 'postgres')} cannot be recovered`);
  });
});

/**
 * Stops a process of the server, which then holds the server's memory until it continues and
 * notices that its server has ended.
 */
async function stopBackend(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  const [backend] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  const pid = backend?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  return pid;
}

async function untilLogged(dataDir: string, words: string): Promise<void> {
  while (!readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes(words)) await delay(10);
}

/** PostgreSQL's programs, with a server that does something else first. */
function copyPrograms(folder: string, first: string): void {
  const native = findNativeFolder();
  linkLibraries(native);
  const own = join(folder, 'native');
  mkdirSync(join(own, 'bin'), { recursive: true });
  for (const name of ['lib', 'share']) symlinkSync(join(native, name), join(own, name));
  writeFileSync(join(own, 'pg-symlinks.json'), '[]');
  const program = join(own, 'bin', 'postgres');
  writeFileSync(program, `#!/bin/sh\n${first}\nexec ${join(native, 'bin', 'postgres')} "$@"\n`, { mode: 0o755 });
}

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

/**
 * A server on the folder without a parent, as is left when neither the portal nor the kernel ended
 * it.
 */
async function startOrphan([program = '', ...options]: string[], dataDir: string, owner: { uid: number; gid: number }) {
  const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
  const [command = '', ...rest] = owner.uid === 0 ? [...namespace, program, ...options] : [program, ...options];
  const orphan = spawn(command, rest, { stdio: 'ignore', cwd: '/', ...(owner.uid === 0 ? {} : owner) });
  const record = join(dataDir, 'postgres', 'postmaster.pid');
  while (!existsSync(record) || !/^ready/m.test(readFileSync(record, 'utf8'))) await delay(10);
  return orphan;
}
