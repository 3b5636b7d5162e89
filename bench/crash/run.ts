import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFreePort } from '../portal/program-process.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { printChecks, SHOWN } from '../print-checks.ts';
import { type Check, checkLedger, findBrokenInvariants } from './check-ledger.ts';
import { createScenario } from './create-scenario.ts';
import { createExpectedResults } from './expected-results.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { startGatewaySandbox } from './gateway-sandbox.ts';
import { describeKill, type Kill, planKills } from './kill-plan.ts';
import { createChance } from './random.ts';
import { letPortalRepair } from './repair.ts';
import { startVirtualUsers } from './virtual-users.ts';

/** A dozen has every kind of kill; --full has each of them at many moments. */
const SHORT_KILLS = 12;
const FULL_KILLS = 300;
const VIRTUAL_USERS = 12;
const LAST_CUSTOMERS_WITHIN_MS = 60_000;

type Round = { readonly kill: Kill; readonly isAtItsPoint: boolean; readonly violations: readonly string[] };

const say = (message: string): void => console.error(message);

/**
 * Kills and restarts; after each restart the invariants must hold at once, before anything has been
 * repaired.
 */
async function runRounds(fixture: Fixture, kills: readonly Kill[], from: number, all: number): Promise<Round[]> {
  const rounds: Round[] = [];
  let portal = await fixture.start();
  for (const kill of kills) {
    const isAtItsPoint = await fixture.kill(portal, kill);
    portal = await fixture.start();
    const violations = await withClient(fixture.database(), findBrokenInvariants);
    rounds.push({ kill, isAtItsPoint, violations });
    const remark = isAtItsPoint ? '' : ' (the point did not come, killed by time)';
    say(
      `kill ${from + rounds.length}/${all}: ${describeKill(kill)}${remark}, ready again after ${Math.round(portal.readyAfterMs)} ms`,
    );
    for (const violation of violations.slice(0, SHOWN)) say(`  VIOLATION ${violation}`);
  }
  await portal.stop();
  return rounds;
}

async function crash(kills: number, seed: number, folder: string): Promise<{ rounds: Round[]; checks: Check[] }> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = await startGatewaySandbox(await findFreePort(), origin);
  const fixture = createFixture({ folder, port, proxyPort: await findFreePort(), sandbox });
  const over = new AbortController();
  try {
    const expected = createExpectedResults();
    const first = await fixture.start();
    const customers = { origin, sandbox: sandbox.handle, expected, end: over.signal };
    const scenario = await createScenario(fixture.database(), customers);
    await first.stop();
    const plan = planKills(kills, createChance(seed, 0));
    const users = startVirtualUsers(scenario, VIRTUAL_USERS, seed);
    const embedded = await runRounds(fixture, plan.embedded, 0, kills);
    await fixture.moveDatabaseOut();
    const atCommit = await runRounds(fixture, plan.atCommit, embedded.length, kills);
    await fixture.moveDatabaseBack();

    const portal = await fixture.start();
    const deadline = setTimeout(
      () => over.abort(new Error('customers were not served to the end')),
      LAST_CUSTOMERS_WITHIN_MS,
    );
    await users.close().catch((error: unknown) => expected.defects.push(String(error)));
    clearTimeout(deadline);
    const checks = await withClient(fixture.database(), async (database) => {
      const looks = await letPortalRepair(database, sandbox.handle);
      say(
        `${users.served()} customers served, ${expected.results.length} acknowledged results, ${sandbox.handle.transactions().length} orders at the gateways; repaired within ${looks} poll(s)`,
      );
      return checkLedger(database, sandbox.handle, expected);
    });
    await portal.stop();
    const rounds = [...embedded, ...atCommit];
    return { rounds, checks: [...checks, ...checkAim(rounds)] };
  } finally {
    over.abort(new Error('the crash test is over'));
    await fixture.shutDown();
    await sandbox.close();
  }
}

/** Kills after a timeout alone prove nothing about the moments they were aimed at. */
function checkAim(rounds: readonly Round[]): Check[] {
  return (['gateway-call', 'commit'] as const).map((at) => {
    const aimed = rounds.filter(({ kill }) => kill.moment.at === at);
    const hits = aimed.filter(({ isAtItsPoint }) => isAtItsPoint).length;
    const violations = hits * 2 < aimed.length ? [`${hits} of ${aimed.length} did`] : [];
    return { name: `at least half of the kills that were aimed at a ${at} came at it`, violations };
  });
}

function report(rounds: readonly Round[], checks: readonly Check[]): boolean {
  printChecks(checks);
  const violations = [...rounds, ...checks].reduce((sum, { violations: found }) => sum + found.length, 0);
  const atTheirPoint = rounds.filter(({ isAtItsPoint }) => isAtItsPoint).length;
  console.log(`${rounds.length} kills (${atTheirPoint} at their planned point), ${violations} violations`);
  const failed = [...rounds, ...checks].filter(({ violations: found }) => found.length > 0).length;
  console.log(`${rounds.length + checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, kills: { type: 'string' }, seed: { type: 'string' } },
});
const kills = Number(values.kills ?? (values.full ? FULL_KILLS : SHORT_KILLS));
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed))
  throw new Error('usage: npm run crash -- [--full] [--kills N] [--seed N]');

const folder = mkdtempSync(join(tmpdir(), 'portal-crash-'));
// The embedded database may run under an account of its own, which needs access.
chmodSync(folder, 0o711);
console.log(`Crash test: ${kills} kills, seed ${seed} (repeat with: npm run crash -- --kills ${kills} --seed ${seed})`);
try {
  const { rounds, checks } = await crash(kills, seed, folder);
  const isClean = report(rounds, checks);
  if (isClean) rmSync(folder, { recursive: true, force: true });
  else say(`The data folder and the portal's log are in ${folder}.`);
  process.exitCode = isClean ? 0 : 1;
} catch (error) {
  say(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nThe data folder and the portal's log are in ${folder}.`,
  );
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
