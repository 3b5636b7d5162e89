import { dirname } from 'node:path';
import { findPromtool, PROMTOOL_PATH } from '../../../apps/server/src/testing/promtool.ts';
import { extractDebianPrograms } from './debian-package.ts';

/**
 * Makes sure that Prometheus' promtool is available, downloading it from Debian where it is
 * missing. Returns null, or one line with the remedy.
 */
export function ensurePromtool(): string | null {
  if (findPromtool() !== null) return null;
  const failure = extractDebianPrograms('prometheus', ['usr/bin/promtool'], dirname(PROMTOOL_PATH));
  if (failure === null && findPromtool() !== null) return null;
  const reason = failure ?? 'the program in the package does not run here';
  return `The test of the metrics needs promtool; install it with: sudo apt-get install -y prometheus. ${reason}`;
}
