import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Where `npm test` installs Debian's program when there is none on the PATH. */
export const PROMTOOL_PATH = join(import.meta.dirname, '../../../../.cache/promtool/promtool');

/**
 * Prometheus' own checker, on the PATH or where `npm test` installs it; null where there is none.
 */
export function findPromtool(): string | null {
  const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  return ['promtool', PROMTOOL_PATH].find(isThere) ?? null;
}

/**
 * The output of `promtool check metrics` for a page of metrics, and its exit code. Throws one line
 * that says what to do when there is no promtool on this machine.
 */
export function checkMetrics(page: string): { readonly printed: string; readonly exitCode: number | null } {
  const promtool = findPromtool();
  if (promtool === null) throw new Error('promtool is missing: apt-get install -y prometheus, or run npm test');
  const { stdout, stderr, status } = spawnSync(promtool, ['check', 'metrics'], { input: page, encoding: 'utf8' });
  return { printed: `${stdout}${stderr}`, exitCode: status };
}
