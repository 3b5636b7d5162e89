import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './run-step.ts';

/**
 * The developer's address: Vite serves and reloads the pages there, and proxies every call to the
 * portal's own port.
 */
const WEB_PORT = '5173';
const portalPort = process.env.PORT ?? '3000';

const programs = [
  {
    command: [process.execPath, '--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
    env: { PORT: portalPort, PUBLIC_URL: `http://127.0.0.1:${WEB_PORT}` },
  },
  {
    command: [
      join(ROOT, 'node_modules/.bin/vite'),
      'apps/web',
      '--host',
      '127.0.0.1',
      '--port',
      WEB_PORT,
      '--strictPort',
      '--configLoader',
      'native',
    ],
    env: { PORT: portalPort },
  },
].map(({ command: [program = '', ...args], env }) =>
  spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }),
);

console.log(`Open http://127.0.0.1:${WEB_PORT}; pages and server reload when a file changes. Ctrl-C ends both.`);

function endAll(): void {
  for (const program of programs) program.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);
for (const program of programs) program.once('exit', endAll);
