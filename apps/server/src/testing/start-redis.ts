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

async function start(folder: string, port: number): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const failure = once(server, 'error').then(() => 'redis-server is missing: apt-get install -y redis-server');
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await answers(port))) {
    const missing = await Promise.race([failure, sleep(50, null)]);
    if (missing !== null) throw new Error(missing);
    if (performance.now() > giveUpAt) throw new Error('redis-server does not answer');
  }
  return server;
}

/**
 * A real Redis on a port of its own, without persistence. Throws one line that says what to do when
 * there is none on this machine.
 */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-redis-'));
  const port = await findFreePort();
  let server = await start(folder, port);
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
      server = await start(folder, port);
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
