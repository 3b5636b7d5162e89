import { spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { lockDataFolder } from './data-folder-lock.ts';
import { keepDiskReserve } from './disk-reserve.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findNativeFolder, linkLibraries, PROGRAM_ENVIRONMENT } from './postgres-programs.ts';
import { forgetPostmaster, type PostmasterPlan, startPostmaster, stopLeftPostmaster } from './postmaster.ts';
import { findRunIdentity } from './run-identity.ts';
import { prepareSocketFolder, SOCKET_PORT } from './socket-folder.ts';
import { type SupervisedPostgres, supervisePostgres } from './supervise-postgres.ts';

const DATABASE = 'portal';
const SUPERUSER = 'portal';
/** As which the portal runs; the superuser migrates. */
export const PORTAL_ROLE = 'portal_app';

/** The folder in the data folder into which PostgreSQL archives its log, to be moved to the backup. */
export const WAL_SPOOL = 'wal-spool';

/**
 * Archives each segment of the log when it is full, or 60 s old. The command runs in the cluster's
 * folder; a segment has its name only once it is on the disk.
 */
const WAL_ARCHIVING = {
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: `f='../${WAL_SPOOL}/%f'; test -e "$f" || { cp '%p' "$f.part" && sync "$f.part" && mv "$f.part" "$f" && sync ../${WAL_SPOOL}; }`,
};

export type EmbeddedPostgres = {
  /** For `pg`: a Unix socket that only this system user can open. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  /**
   * Resolves when the server has ended permanently: `expected`, unless its folder cannot be
   * recovered, which `reason` explains to operators.
   */
  closed: Promise<{ expected: boolean; reason: string }>;
  /** Keeps disk space for a start on a full disk, unless it is kept already. */
  keepReserve(): void;
  /** Shuts the server down and releases the data folder. Idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL's `bin`, `lib` and `share`; those of the npm package by default. */
  nativeFolder?: string;
  /** Whether PostgreSQL archives its log into WAL_SPOOL; without, it does not. */
  archiveWal?: boolean;
  /** Settings beside our own, such as those of a recovery or a bench. */
  settings?: Readonly<Record<string, string>>;
  /** How long a start may take; a few minutes by default. */
  startMs?: number;
};

/**
 * Runs PostgreSQL 18 on the files in `dataDir`, created there the first time, with the database
 * `portal`. It listens on a Unix socket only and keeps fsync on. A server that an earlier portal
 * left running is stopped first, and one that ends without `stop` is restarted on the same socket.
 * Throws EmbeddedPostgresError, with a message for the operator, when another portal runs on the
 * folder or PostgreSQL cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataFolder(options.dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    const plan = await preparePlan({ ...options, dataDir });
    const postmaster = await startPostmaster(plan);
    const server = describeServer(supervisePostgres(postmaster, plan, options.log), plan, lock);
    try {
      await createDatabaseIfMissing(server.connection);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function makeDataFolder(path: string): string {
  try {
    // Other users may traverse it: the database's own account has to reach its folder, which only
    // that account can open.
    mkdirSync(resolve(path), { recursive: true, mode: 0o711 });
    return realpathSync(path);
  } catch (error) {
    throw new EmbeddedPostgresError(`the data folder cannot be made (${String(error)})`, { cause: error });
  }
}

async function preparePlan(options: EmbeddedPostgresOptions): Promise<PostmasterPlan> {
  const { dataDir, log, nativeFolder, archiveWal = false } = options;
  const native = nativeFolder ?? findNativeFolder();
  linkLibraries(native);
  const program = join(native, 'bin', 'postgres');
  const cluster = join(dataDir, 'postgres');
  const identity = findRunIdentity(program, dataDir, [cluster, dataDir]);
  if (existsSync(cluster)) await stopLeftPostmaster(cluster, log);
  else createCluster(join(native, 'bin', 'initdb'), cluster, identity, log);
  if (process.getuid?.() === 0) giveFiles(cluster, identity.owner);
  const socketFolder = prepareSocketFolder(cluster, identity.owner);
  await forgetPostmaster({ cluster, socketFolder }, log);
  if (archiveWal) makeSpool(join(dataDir, WAL_SPOOL), identity.owner);
  const settings = { ...(archiveWal ? WAL_ARCHIVING : {}), ...options.settings };
  return {
    program,
    cluster,
    socketFolder,
    logPath: join(dataDir, 'postgres.log'),
    identity,
    settings,
    ...pickStart(options),
  };
}

/**
 * Creates the cluster next to its final place, so that an interrupted first start leaves nothing
 * incomplete.
 */
function createCluster(
  initdb: string,
  cluster: string,
  identity: PostmasterPlan['identity'],
  log: (message: string) => void,
): void {
  log(`making a new database in ${cluster}`);
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(draft, identity.owner.uid, identity.owner.gid);
  const options = ['--username', SUPERUSER, '--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin'];
  options.push('--builtin-locale', 'C.UTF-8', '--auth-local', 'trust', '--auth-host', 'reject');
  const [command = initdb, ...rest] = [...identity.prefix, initdb, '-D', draft, ...options];
  const made = spawnSync(command, rest, {
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity.account,
  });
  if (made.status !== 0) throw new EmbeddedPostgresError(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
  renameSync(draft, cluster);
  // Without this a power cut could undo the rename after payments were acknowledged.
  const folder = openSync(join(cluster, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function pickStart({ startMs }: EmbeddedPostgresOptions): Pick<PostmasterPlan, 'startMs'> {
  return startMs === undefined ? {} : { startMs };
}

function makeSpool(spool: string, owner: { uid: number; gid: number }): void {
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(spool, owner.uid, owner.gid);
}

function giveFiles(cluster: string, owner: { uid: number; gid: number }): void {
  if (statSync(cluster).uid === owner.uid) return;
  const given = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster], { env: PROGRAM_ENVIRONMENT });
  if (given.status !== 0) throw new EmbeddedPostgresError(`${cluster} could not be given to user ${owner.uid}`);
}

function describeServer(
  supervised: SupervisedPostgres,
  { cluster, socketFolder }: PostmasterPlan,
  lock: { release(): void },
): EmbeddedPostgres {
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await supervised.stop();
    if (socketFolder !== cluster) rmSync(socketFolder, { recursive: true, force: true });
    lock.release();
  };
  return {
    connection: { host: socketFolder, port: SOCKET_PORT, user: SUPERUSER, database: DATABASE, ssl: false },
    closed: supervised.closed,
    keepReserve: () => keepDiskReserve(cluster),
    stop: async () => {
      stopping ??= stop();
      await stopping;
    },
  };
}

async function createDatabaseIfMissing(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
    const role = await client.query('select 1 from pg_roles where rolname = $1', [PORTAL_ROLE]);
    if (role.rowCount === 0) await client.query(`create role ${PORTAL_ROLE} login`);
  } finally {
    await client.end();
  }
}
