import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inFolder } from './portal/in-folder.ts';
import { findPortalDatabase, type RunningPortal, startPortal } from './portal/portal-process.ts';
import { findFreePort } from './portal/program-process.ts';
import { withClient } from './portal/seed-bench-data.ts';
import { PASSWORD } from './portal/sign-in.ts';
import { printGoals } from './print-goals.ts';

// The disk of a portal with an embedded database becomes full, its log included: reads go on,
// writes get 503 and leave nothing half-written, and all is well by itself when there is space.

const DISK = '320m';
const FULL_FOR_MS = 15_000;
const ACCEPTED_WITHIN_MS = 30_000;
/** The database fails to start once before the reserve is released, and recovers. */
const READS_BACK_WITHIN_MS = 10_000;

type Counts = Record<string, number>;

/** Customers who open accounts and read their own, one request after the other. */
function createTraffic(origin: string) {
  const accepted = new Set<string>();
  const refused = new Set<string>();
  let next = 0;
  const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
  const send = async (path: string, init: RequestInit): Promise<Response | null> =>
    fetch(origin + path, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => null);
  return {
    accepted,
    refused,
    /** The status of opening an account, 0 without an answer; `cookie` where it was opened. */
    write: async (): Promise<{ readonly status: number; readonly cookie: string }> => {
      const email = `full-disk-${next++}@mail.example`;
      const body = JSON.stringify({ firstName: 'Bisi', lastName: 'Adu', email, password: PASSWORD });
      const response = await send('/api/register', { method: 'POST', headers, body });
      if (response?.ok) accepted.add(email);
      else if (response) refused.add(email);
      const cookies = response?.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]) ?? [];
      return { status: response?.status ?? 0, cookie: cookies.join('; ') };
    },
    read: async (cookie: string): Promise<number> => (await send('/api/user', { headers: { cookie } }))?.status ?? 0,
  };
}
type Traffic = ReturnType<typeof createTraffic>;

/**
 * Reads and writes for that long: how many had each status, and when the last read failed, in ms.
 */
async function driveFor(milliseconds: number, traffic: Traffic, cookie: string) {
  const [reads, writes]: [Counts, Counts] = [{}, {}];
  const count = (counts: Counts, status: number) => {
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const start = performance.now();
  let lastFailureMs = 0;
  while (performance.now() < start + milliseconds) {
    const status = await traffic.read(cookie);
    if (status !== 200) lastFailureMs = Math.round(performance.now() - start);
    count(reads, status);
    count(writes, (await traffic.write()).status);
    await sleep(50);
  }
  return { reads, writes, lastFailureMs };
}

/** How long it takes until `is` is true, in ms; Infinity beyond the limit. */
async function timeUntil(is: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await is())) {
    if (performance.now() - start > ACCEPTED_WITHIN_MS) return Number.POSITIVE_INFINITY;
    await sleep(100);
  }
  return Math.round(performance.now() - start);
}

/** Takes all the space that is left, as another program would. */
function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch {
        // Smaller pieces, until not even those fit.
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Has PostgreSQL need a new segment of its write-ahead log, for which it ends. */
async function endDatabase(dataDir: string): Promise<void> {
  const database = findPortalDatabase(dataDir);
  if (!database) throw new Error('no database runs');
  await withClient(database.connection, async (client) => {
    client.on('error', () => {});
    for (let megabytes = 0; megabytes < 64; megabytes++) {
      await client.query("select pg_logical_emit_message(true, 'full', repeat('x', 1000000))");
    }
    throw new Error('the database did not end');
  }).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'the database did not end') throw error;
  });
}

const onlyOf = (counts: Counts, ...statuses: readonly number[]) =>
  Object.keys(counts).every((status) => statuses.includes(Number(status)));

async function bench(portal: RunningPortal, disk: string, dataDir: string): Promise<boolean> {
  const traffic = createTraffic(portal.origin);
  const { cookie } = await traffic.write();
  const filler = join(disk, 'another-program');
  fillDisk(filler);
  const refusedAfter = await timeUntil(async () => (await traffic.write()).status === 503);
  const full = await driveFor(FULL_FOR_MS, traffic, cookie);
  await endDatabase(dataDir);
  fillDisk(`${filler}-again`);
  const restarted = await driveFor(FULL_FOR_MS, traffic, cookie);
  rmSync(filler);
  rmSync(`${filler}-again`);
  const acceptedAfter = await timeUntil(async () => (await traffic.write()).status === 200);
  const after = await driveFor(2000, traffic, cookie);
  const database = findPortalDatabase(dataDir);
  if (!database) throw new Error('no database runs');
  const { rows } = await withClient(database.connection, (client) => client.query('select email from users'));
  const stored = new Set(rows.map(({ email }) => String(email)));
  const lost = [...traffic.accepted].filter((email) => !stored.has(email));
  const leftOver = [...traffic.refused].filter((email) => stored.has(email));
  const log = readFileSync(join(disk, 'portal.log'), 'utf8');
  const hasLogged = log.includes('the disk has space again');
  return printGoals([
    ['Writes are refused after, ms', refusedAfter, 5000, refusedAfter < 5000],
    ['Reads while it is full, by status', JSON.stringify(full.reads), 'only 200', onlyOf(full.reads, 200)],
    ['Writes while it is full, by status', JSON.stringify(full.writes), 'only 503', onlyOf(full.writes, 503)],
    [
      'Last read without answer after the database ended, ms',
      restarted.lastFailureMs,
      READS_BACK_WITHIN_MS,
      restarted.lastFailureMs < READS_BACK_WITHIN_MS,
    ],
    ['Writes meanwhile, by status', JSON.stringify(restarted.writes), 'only 503', onlyOf(restarted.writes, 503)],
    [
      'Writes are accepted after there is space, ms',
      acceptedAfter,
      ACCEPTED_WITHIN_MS,
      acceptedAfter < ACCEPTED_WITHIN_MS,
    ],
    ['Writes after that, by status', JSON.stringify(after.writes), 'only 200', onlyOf(after.writes, 200)],
    [`Lost of ${traffic.accepted.size} accounts that were accepted`, lost.length, 0, lost.length === 0],
    [`Stored of ${traffic.refused.size} accounts that were refused`, leftOver.length, 0, leftOver.length === 0],
    ['The log goes on', hasLogged ? 'yes' : 'no', 'yes', hasLogged],
  ]);
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('NOT TESTED: a full disk. It takes root on Linux, to mount a small disk.');
} else {
  await inFolder('full-disk', async (folder) => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'tmpfs', disk]);
    try {
      const dataDir = join(disk, 'data');
      const plan = { port: await findFreePort(), dataDir, logFile: join(disk, 'portal.log') };
      const portal = await startPortal(plan);
      try {
        return await bench(portal, disk, dataDir);
      } finally {
        await portal.stop();
      }
    } finally {
      execFileSync('umount', ['--lazy', disk]);
    }
  });
}
