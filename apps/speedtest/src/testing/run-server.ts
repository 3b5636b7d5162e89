import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const REPOSITORY = join(import.meta.dirname, '../../../..');
/** The program of `npm run speedtest-server`. */
const PROGRAM = 'apps/speedtest/src/main.ts';

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export type ServerProcess = {
  /**
   * The address at which it listens, with the prefix; rejects with its output when it exits before.
   */
  readonly address: Promise<string>;
  /** All of its output, and its exit code. */
  readonly ended: Promise<{ readonly code: number | null; readonly printed: string; readonly errors: string }>;
  readonly process: ChildProcess;
};

/** The test server as an operator starts it, without this shell's environment. */
export function runServer(env: Readonly<Record<string, string>>): ServerProcess {
  const server = spawn(process.execPath, [PROGRAM], { cwd: REPOSITORY, env: { PATH: process.env.PATH, ...env } });
  const printed = text(server.stdout);
  const errors = text(server.stderr);
  const ended = once(server, 'exit').then(async ([code]) => ({ code, printed: await printed, errors: await errors }));
  const said = new Promise<string>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      const [, address] = /Speed-test server at (\S+)/.exec(chunk.toString()) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  const neverSaid = ended.then((end) => Promise.reject(new Error(`it ended: ${end.printed}${end.errors}`)));
  const address = Promise.race([said, neverSaid]);
  address.catch(() => {});
  return { address, ended, process: server };
}
