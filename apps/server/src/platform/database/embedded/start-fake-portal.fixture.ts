import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const PROGRAM = fileURLToPath(new URL('./fake-portal.fixture.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

/**
 * The command before a program that makes it run as root or as an ordinary user, whoever runs the
 * tests.
 */
export const RUN_AS = {
  root: isRoot ? [] : ['unshare', '--user', '--map-root-user'],
  'an ordinary user': isRoot ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : [],
};

export type FakePortal = {
  process: ChildProcess;
  connection: pg.ClientConfig;
  postmasterPid(): number;
  /** Its output for the operator so far. */
  said(): string;
  /** Waits for that output. */
  hasSaid(words: string): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Waits until it exits by itself. */
  ended(): Promise<void>;
};

export type FakeOptions = { dataDir: string; prefix?: readonly string[]; nativeFolder?: string };

/** Every fake, with the promise of its exit. */
const closings = new Map<ChildProcess, Promise<unknown>>();
const folders: string[] = [];

/** A new folder, removed by `cleanUp`, that other users may enter unless `mode` says otherwise. */
export function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** Ends the processes that a failed test may have left. */
export async function cleanUp(): Promise<void> {
  for (const child of closings.keys()) {
    child.kill('SIGTERM');
    await ended(child);
  }
  closings.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs the fake until it exits, for starts that are refused. */
export async function runRefusedPortal(options: FakeOptions): Promise<{ code: number | null; said: string }> {
  const { child, said } = launch(options);
  await ended(child);
  return { code: child.exitCode, said: said() };
}

/** A running portal fake whose database is ready; throws its output when the start is refused. */
export async function startPortal(options: FakeOptions): Promise<FakePortal> {
  const { child, said, printed } = launch(options);
  while (!printed().includes('\n')) {
    const stdout = child.stdout;
    if (!stdout || child.exitCode !== null) throw new Error(`the fake was refused: ${said()}`);
    await Promise.race([once(stdout, 'data'), ended(child)]);
  }
  const connection: pg.ClientConfig = JSON.parse(printed());
  return {
    process: child,
    connection,
    said,
    hasSaid: async (words) => {
      while (!said().includes(words))
        await Promise.race([once(child.stderr, 'data'), ended(child).then(() => Promise.reject(new Error(said())))]);
    },
    postmasterPid: () =>
      Number(readFileSync(join(options.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    query: async (sql) => {
      const client = new pg.Client(connection);
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    ended: () => ended(child),
  };
}

function launch({ dataDir, prefix = [], nativeFolder }: FakeOptions) {
  const words = [...prefix, process.execPath, PROGRAM, dataDir, ...(nativeFolder === undefined ? [] : [nativeFolder])];
  const [command = process.execPath, ...rest] = words;
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  closings.set(child, once(child, 'close'));
  let printed = '';
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return { child, printed: () => printed, said: () => said };
}

async function ended(child: ChildProcess): Promise<void> {
  await closings.get(child);
}
