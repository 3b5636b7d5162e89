import type { Check } from './crash/check-ledger.ts';

/** The first few of one kind of violation are enough. */
export const SHOWN = 5;

/** Prints each check with its first violations, and returns how many checks failed. */
export function printChecks(checks: readonly Check[]): number {
  for (const { name, violations } of checks) {
    console.log(`${violations.length === 0 ? 'ok' : 'VIOLATED'}: ${name}`);
    for (const violation of violations.slice(0, SHOWN)) console.log(`  ${violation}`);
    if (violations.length > SHOWN) console.log(`  … and ${violations.length - SHOWN} more`);
  }
  return checks.filter(({ violations }) => violations.length > 0).length;
}
