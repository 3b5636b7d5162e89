import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const READY_WITHIN_MS = 30_000;

/** One line that says why MariaDB is not available here; null when it is. */
export function missingMariaDb(): string | null {
  const remedy = 'the test with MariaDB is left out: sudo apt-get install -y mariadb-server-core mariadb-client';
  for (const program of ['mariadbd', 'mariadb-install-db', 'mariadb', 'mariadb-dump']) {
    if (spawnSync(program, ['--version'], { stdio: 'ignore' }).error) return `${program} is missing, ${remedy}`;
  }
  return null;
}

export type TestMariaDb = {
  /** Runs statements in the database `nux`. */
  readonly run: (statements: string) => void;
  /** What mariadb-dump makes of the database. */
  readonly dump: () => string;
  readonly close: () => Promise<void>;
};

/** A MariaDB of its own, reached by its socket alone. */
export async function startMariaDb(): Promise<TestMariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const { username: user } = userInfo();
  const own = ['--no-defaults', `--datadir=${data}`, `--user=${user}`];
  execFileSync('mariadb-install-db', [...own, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    stdio: 'ignore',
  });
  const server = spawn('mariadbd', [...own, `--socket=${socket}`, '--skip-networking'], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  // Without a locale the client would send Latin-1.
  const client = ['--no-defaults', '--default-character-set=utf8mb4', `--socket=${socket}`, '--user=root'];
  const close = async () => {
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + READY_WITHIN_MS;
  while (!existsSync(socket)) {
    if (server.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error('MariaDB did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  execFileSync('mariadb', [...client, '-e', 'create database nux character set utf8mb4']);
  return {
    run: (statements) => void execFileSync('mariadb', [...client, 'nux'], { input: statements }),
    dump: () => execFileSync('mariadb-dump', [...client, 'nux'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
    close,
  };
}
