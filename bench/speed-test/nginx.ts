import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackage } from '../../tools/run/programs/debian-package.ts';
import { findFreePort, type RunningProgram, startProgram } from '../portal/program-process.ts';

const isThere = (): boolean => spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;

/**
 * Makes sure that nginx is on the PATH, installing Debian's when this process may. Returns null, or
 * one line with the remedy.
 */
export function findNginx(): string | null {
  if (isThere()) return null;
  const missing = installDebianPackage('nginx-light');
  if (missing !== null) return `The speed test is compared with nginx. ${missing}`;
  return isThere() ? null : 'apt-get installed nginx-light, yet there is no program of that name';
}

/**
 * nginx as one process on a free port, serving the files of `folder` as fast as it can: from the
 * page cache, without copying.
 */
export async function startNginx(folder: string): Promise<RunningProgram & { readonly port: number }> {
  const port = await findFreePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configOf(folder, port));
  writeFileSync(join(folder, 'ready'), '');
  const program = await startProgram({
    name: 'nginx',
    command: ['nginx', '-e', join(folder, 'nginx-errors.log'), '-c', config, '-g', 'daemon off; master_process off;'],
    env: {},
    logFile: join(folder, 'nginx.log'),
    readyUrl: `http://127.0.0.1:${port}/ready`,
  });
  return { ...program, port };
}

function configOf(folder: string, port: number): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `pid ${join(folder, 'nginx.pid')};
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10;
  ${scratch.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`;
}
