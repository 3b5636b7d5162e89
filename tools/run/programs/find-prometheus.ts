import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { extractDebianPrograms } from './debian-package.ts';

const HOME = join(import.meta.dirname, '../../../.cache/prometheus');

const runs = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Prometheus' server, on the PATH or fetched out of Debian's package. Throws the remedy. */
export function findPrometheus(): string {
  const candidates = ['prometheus', join(HOME, 'prometheus')];
  const present = candidates.find(runs);
  if (present !== undefined) return present;
  const failure = extractDebianPrograms('prometheus', ['usr/bin/prometheus'], HOME);
  const fetched = candidates.find(runs);
  if (fetched !== undefined) return fetched;
  throw new Error(`Prometheus is missing: sudo apt-get install -y prometheus. ${failure ?? ''}`);
}

/**
 * Alertmanager, under Debian's name or its own; null where it is not installed. Debian's does not
 * run without its files in /usr/share.
 */
export function findAlertmanager(): string | null {
  return ['prometheus-alertmanager', 'alertmanager'].find(runs) ?? null;
}
