import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type TestRedis = {
  readonly url: string;
  /** Stops answering, with all connections open. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** SIGKILL, then a new empty one at the same port. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const READY_WITHIN_MS = 20_000;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export type RedisServer = { readonly child: ChildProcess; readonly port: number };

/** A redis-server with these words on its command line, once it answers. */
export async function startRedisServer(folder: string, words: readonly string[], port?: number): Promise<RedisServer> {
  const free = port ?? (await findFreePort());
  const options = ['--port', `${free}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  // A configuration file has to come first.
  const child = spawn('redis-server', [...words, ...options], { stdio: 'ignore' });
  const failure = once(child, 'error').then(() => 'redis-server is missing: apt-get install -y redis-server');
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await answers(free))) {
    const missing = await Promise.race([failure, sleep(50, null)]);
    if (missing !== null) throw new Error(missing);
    if (performance.now() > giveUpAt) throw new Error('redis-server does not answer');
  }
  return { child, port: free };
}

/**
 * A real Redis on a port of its own, without persistence. Throws one line that says what to do when
 * there is none on this machine.
 */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-redis-'));
  let { child: server, port } = await startRedisServer(folder, []);
  const kill = async (): Promise<void> => {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    restart: async () => {
      await kill();
      ({ child: server, port } = await startRedisServer(folder, [], port));
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
