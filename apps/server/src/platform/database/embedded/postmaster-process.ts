import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { PROGRAM_ENVIRONMENT } from './postgres-programs.ts';

/**
 * True while that process is a server on this cluster; false for another program, a zombie or a
 * missing process. `hasProc`: whether /proc describes processes; macOS has only ps.
 */
export function isPostmasterOf(pid: number, cluster: string, hasProc = existsSync('/proc/self/cmdline')): boolean {
  // ps separates words by spaces, which a folder may contain.
  if (!hasProc) return psCommandOf(pid).includes(`postgres -D ${cluster} -c `);
  const words = procCommandOf(pid).split('\0');
  const folder = words[words.indexOf('-D') + 1];
  if (!words[0]?.endsWith('postgres') || !folder) return false;
  try {
    return realpathSync(folder) === cluster;
  } catch {
    return false;
  }
}

function psCommandOf(pid: number): string {
  const options = ['-ww', '-o', 'command=', '-p', String(pid)];
  return spawnSync('ps', options, { encoding: 'utf8', env: PROGRAM_ENVIRONMENT }).stdout ?? '';
}

function procCommandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
