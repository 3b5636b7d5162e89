import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHES = [
  'run.ts',
  'chat/measure.ts',
  'chat/staff-reads.ts',
  'speed-test/measure.ts',
  'accounting.ts',
  'webhooks/run.ts',
  'renewals.ts',
  'ussd.ts',
] as const;

/** Those that need much disk or time, or a quiet machine, run by name alone. */
const BY_NAME = [
  'growth/run.ts',
  'moving/run.ts',
  'sign-in-timing.ts',
  'quick-pay-timing.ts',
  'slow-clients.ts',
] as const;

/** A bench is called after its file, or after its folder: `renewals`, `chat/measure`, `growth`. */
const nameOf = (bench: string): string => bench.replace(/(\/run)?\.ts$/, '');

/** `--only NAME` runs that one, and `--guard` the guard (docs/testing.md), with the words after it. */
const [option, name, ...words] = process.argv.slice(2);
if (option === '--guard') {
  const program = join(import.meta.dirname, 'guard/run.ts');
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(3)], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const all: readonly string[] = [...BENCHES, ...BY_NAME];
const wanted = option === '--only' ? all.filter((bench) => nameOf(bench) === name) : BENCHES;
if (wanted.length === 0) {
  console.error(`There is no bench "${name}": ${all.map(nameOf).join(', ')}`);
  process.exit(1);
}

/**
 * Runs every bench one after the other, also after one that misses a goal, because the others'
 * figures are still needed.
 */
const missed = wanted.filter((bench) => {
  console.log(`\n== ${bench}`);
  const program = [join(import.meta.dirname, bench), ...(option === '--only' ? words : [])];
  return spawnSync(process.execPath, program, { stdio: 'inherit' }).status !== 0;
});
if (missed.length > 0) {
  console.log(`\nGoals missed in: ${missed.join(', ')}`);
  process.exitCode = 1;
}
