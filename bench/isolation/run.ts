import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFixture } from '../fuzz/fixture.ts';
import { printChecks } from '../print-checks.ts';
import { callWithSwappedIds } from './call-with-swapped-ids.ts';
import { createCustomers } from './customers.ts';

const AT_ONCE = 8;
const CUSTOMERS = 50;

const { values } = parseArgs({ options: { calls: { type: 'string', default: '2000' }, seed: { type: 'string' } } });
const count = Number(values.calls);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed))
  throw new Error('usage: npm run isolation -- [--calls N] [--seed N]');

console.log(
  `Isolation: ${count} calls, seed ${seed} (repeat with: npm run isolation -- --calls ${count} --seed ${seed})`,
);
const folder = mkdtempSync(join(tmpdir(), 'portal-isolation-'));
// The embedded database may run under an account of its own, which needs access.
chmodSync(folder, 0o711);
try {
  const fixture = await startFixture(folder, AT_ONCE);
  const isolate = async () => {
    try {
      return await callWithSwappedIds(fixture, await createCustomers(fixture, CUSTOMERS), { count, seed });
    } finally {
      await fixture.stop();
    }
  };
  const checks = await isolate();
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nLogs are in ${folder}.`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
