import { parseArgs } from 'node:util';
import { type Check, checkLedger, findBrokenInvariants } from '../../bench/crash/check-ledger.ts';
import { createScenario } from '../../bench/crash/create-scenario.ts';
import { createExpectedResults } from '../../bench/crash/expected-results.ts';
import { createChance } from '../../bench/crash/random.ts';
import { letPortalRepair } from '../../bench/crash/repair.ts';
import { startVirtualUsers } from '../../bench/crash/virtual-users.ts';
import { inFolder } from '../../bench/portal/in-folder.ts';
import { withClient } from '../../bench/portal/seed-bench-data.ts';
import { printChecks } from '../../bench/print-checks.ts';
import { type FaultBed, startFaultBed } from './fault-bed.ts';
import { type Fault, FULL, GATEWAY_REFUSED_WITHIN_MS, listFaults, SHORT } from './faults.ts';
import { startMessagesAndUsage } from './messages-and-usage.ts';
import { createWatchedFetch, type WatchedFetch } from './watched-fetch.ts';

// Breaks whatever the portal talks to, one after the other, while customers pay, write and use their
// lines. After each fault the ledger must add up before anything is repaired; in the end money,
// messages and usage are compared with what was acknowledged.

const VIRTUAL_USERS = 12;
const LAST_CUSTOMERS_WITHIN_MS = 120_000;

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(seed)) throw new Error('usage: npm run fault-drill -- [--full] [--only WORDS] [--seed N]');

const say = (message: string): void => console.error(message);

async function causeFault(bed: FaultBed, fault: Fault, index: number, watched: WatchedFetch): Promise<Check> {
  await watched.take();
  const counted = await fault.run(bed, createChance(seed, index));
  const readyMs = await bed.untilReady(fault.readyWithinMs).catch(() => Number.POSITIVE_INFINITY);
  const { answered, refused, unanswered, slowestRefusal, slowestForGateway } = await watched.take();
  const broken = await withClient(bed.database, findBrokenInvariants);
  const judged = [
    { what: 'a refusal', slowest: slowestRefusal, withinMs: fault.refusedWithinMs },
    { what: 'a refusal for a gateway', slowest: slowestForGateway, withinMs: GATEWAY_REFUSED_WITHIN_MS },
  ];
  const longest = judged.map(({ what, slowest }) => `${what} ${Math.round(slowest.ms)} ms, ${slowest.call}`).join('; ');
  say(
    `${fault.name}: ${counted}; ${answered} answers, ${refused} refusals (the longest: ${longest}), ${unanswered} without an answer; ready ${Math.round(readyMs)} ms after it`,
  );
  return {
    name: fault.name,
    violations: [
      ...broken,
      ...judged
        .filter(({ slowest, withinMs }) => slowest.ms > withinMs)
        .map(
          ({ what, slowest, withinMs }) =>
            `${what} of ${slowest.call} took ${Math.round(slowest.ms)} ms of ${withinMs}`,
        ),
      ...(readyMs > fault.readyWithinMs ? [`not ready within ${fault.readyWithinMs} ms`] : []),
      ...(answered === 0 && unanswered === 0 && refused === 0 ? ['no customer was there'] : []),
    ],
  };
}

async function drill(folder: string): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const bed = await startFaultBed(folder, running);
  if (bed.clockFile === null) say('No clock jumps: libfaketime is not installed (sudo apt-get install -y faketime).');
  const over = new AbortController();
  running.defer(() => over.abort(new Error('the drill is over')));
  const expected = createExpectedResults();
  const watched = createWatchedFetch();
  const customers = { origin: bed.origin, sandbox: bed.sandbox.handle, expected, end: over.signal };
  const scenario = await createScenario(bed.database, { ...customers, fetch: watched.fetch });
  const users = startVirtualUsers(scenario, VIRTUAL_USERS, seed);
  const others = await startMessagesAndUsage({ ...customers, defects: expected.defects });
  const faults = listFaults(values.full ? FULL : SHORT, bed.clockFile).filter(({ name }) =>
    name.includes(values.only ?? ''),
  );
  const checks: Check[] = [];
  for (const [index, fault] of faults.entries()) checks.push(await causeFault(bed, fault, index, watched));
  const deadline = setTimeout(
    () => over.abort(new Error('customers were not served to the end')),
    LAST_CUSTOMERS_WITHIN_MS,
  );
  await Promise.all([users.close(), others.close()]).catch((error: unknown) => expected.defects.push(String(error)));
  clearTimeout(deadline);
  await withClient(bed.database, async (database) => {
    const polls = await letPortalRepair(database, bed.sandbox.handle);
    say(
      `${users.served()} customers served, ${expected.results.length} acknowledged results; repaired within ${polls} poll(s)`,
    );
    checks.push(...(await checkLedger(database, bed.sandbox.handle, expected)));
  });
  checks.push(...(await others.check(bed.database)));
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

console.log(
  `Fault drill: seed ${seed} (repeat with: npm run fault-drill -- ${values.full ? '--full ' : ''}--seed ${seed})`,
);
await inFolder('faults', drill);
