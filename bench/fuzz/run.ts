import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints as allEndpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { type Check, findBrokenInvariants } from '../crash/check-ledger.ts';
import { callWithSwappedIds } from '../isolation/call-with-swapped-ids.ts';
import { createCustomers } from '../isolation/customers.ts';
import { residentBytes } from '../portal/program-process.ts';
import { printChecks } from '../print-checks.ts';
import { sendBombs } from './bombs.ts';
import { casesOf, type FuzzCase } from './cases.ts';
import { type Fixture, FOREIGN_WORD, startFixture } from './fixture.ts';
import { readHeapBytes } from './inspect-process.ts';
import { judge, type Kind, SLOWEST_MS } from './judge.ts';
import { knownForCall, readKnownValues } from './known-values.ts';
import { runSequences } from './sequences.ts';
import { fuzzSockets } from './sockets.ts';

/** As many as a browser opens, and a few more. */
const AT_ONCE = 8;
/** A request of a call without a body and without fields differs in little but its headers. */
const CASES_WITHOUT_FIELDS = 8;
/** Fewer than this many do not show whether memory is held. */
const CASES_FOR_MEMORY = 1000;
/** What the portal remembers within bounds (sessions, limits, statements) is full after this share of all. */
const WARM_UP_SHARE = 0.1;
const MEMORY_GROWTH = 1.1;
const ISOLATED_CUSTOMERS = 12;
const ISOLATED_CALLS = 1000;

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const say = (message: string): void => console.error(message);

type Found = { readonly kind: Kind; readonly line: string };
type Pass = { readonly found: Found[]; sent: number; readonly accepted: Set<string> };

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '200' },
    seed: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    endpoint: { type: 'string' },
    case: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const only = values.case === undefined ? null : Number(values.case);
/** Ten thousand cases of every call take hours: each of `parts` runs has every so many-th call. */
const [part = Number.NaN, parts = Number.NaN] = values.part.split('/').map(Number);
const endpoints = allEndpoints
  .filter((_, index) => index % parts === part - 1)
  .filter((entry) => values.endpoint === undefined || nameOf(entry) === values.endpoint);
if (!Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed) || endpoints.length === 0)
  throw new Error(
    'usage: npm run fuzz -- [--cases N] [--seed N] [--part 1/4] [--endpoint "POST /api/…" [--case N]] [--verbose]',
  );

/** A seed for each call, so that one call alone gets the same cases. */
function seedOf(entry: Endpoint): number {
  let hash = seed;
  for (const character of nameOf(entry)) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}

/** How many of `count` cases a call gets: half without a body, a few where it takes nothing at all. */
function countFor(entry: Endpoint, count: number): number {
  const isVendors = entry.access === 'gateway' || entry.access === 'network';
  if (entry.body !== undefined || entry.file !== undefined || isVendors) return count;
  const hasFields = entry.query !== undefined || entry.params !== undefined || entry.ofLine === true;
  return hasFields ? Math.ceil(count / 2) : Math.min(count, CASES_WITHOUT_FIELDS);
}

const shown = ({ caller, method, path, headers, body }: FuzzCase): string =>
  `${caller} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 150)} ${String(body).slice(0, 400)}`;

async function fuzzCall(fixture: Fixture, entry: Endpoint, count: number, pass: Pass): Promise<void> {
  const { database, people, client } = fixture;
  await fixture.restore();
  const known = await knownForCall(database, entry, await readKnownValues(database, people, fixture.planted), people);
  const made = casesOf(entry, known, { seed: seedOf(entry), count });
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < made.length; at = next++) {
      const one = made[at];
      if (!one || (only !== null && at !== only)) continue;
      if (only !== null) say(shown(one));
      // The headers of the case come last: it may try to be somebody else by them.
      const headers = { ...fixture.headersOf(one.caller, entry.access), ...one.headers };
      const answer = await client.send({ ...one, headers });
      if (only !== null) say(`${answer.status} ${answer.body.slice(0, 2000)}`);
      pass.sent++;
      if (answer.status >= 200 && answer.status < 300) pass.accepted.add(nameOf(entry));
      // A session that a call has ended must not hide the cases after it.
      if (answer.status === 401 && (one.caller === 'right' || one.caller === 'customer')) await fixture.restoreOnce();
      for (const { kind, what } of judge(entry, one, answer, FOREIGN_WORD)) {
        // Another program of this machine may have taken the time, or held a lock for longer.
        if (kind === 'is slow' || answer.status === 503) {
          const second = await client.send({ ...one, headers });
          if (second.ms <= SLOWEST_MS && second.status < 500) continue;
        }
        const again = `npm run fuzz -- --endpoint "${nameOf(entry)}" --seed ${seed} --cases ${count} --case ${at}`;
        pass.found.push({ kind, line: `${nameOf(entry)}: ${what}\n    ${shown(one)}\n    ${again}` });
      }
    }
  };
  // The operator's program reads one after the other.
  await Promise.all(Array.from({ length: entry.access === 'operator' ? 1 : AT_ONCE }, work));
}

async function fuzzCalls(fixture: Fixture, count: number): Promise<Pass> {
  const pass: Pass = { found: [], sent: 0, accepted: new Set() };
  for (const entry of endpoints) {
    const before = pass.found.length;
    const startedAt = performance.now();
    await fuzzCall(fixture, entry, countFor(entry, count), pass);
    const took = performance.now() - startedAt;
    if (values.verbose) say(`${Math.round(took)} ms ${nameOf(entry)} ${pass.found.length - before} found`);
  }
  return pass;
}

/** What staff are to look at although the portal is as it should be. */
const EXPECTED_IN_LOG =
  /"msg":"(a gateway announces a reversal|a RADIUS call without a valid token was rejected|an accounting packet could not be stored)/;

/** Lines of the portal's log that tell of a defect. */
function defectsInLog(logFile: string): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /"level":(50|60)|unhandled|uncaught/i.test(line) && !EXPECTED_IN_LOG.test(line))
    .map((line) => line.slice(0, 600));
}

async function leakedConnections({ database }: Fixture): Promise<string[]> {
  const { rows } = await database.query<{ state: string; query: string; since: string }>(
    `select state, left(query, 200) as query, (now() - state_change)::text as since from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and ((state like 'idle in transaction%' and now() - state_change > interval '1 second')
         or (state = 'active' and now() - state_change > interval '5 seconds'))`,
  );
  return rows.map((row) => JSON.stringify(row));
}

/** What is judged of every answer. */
const JUDGED: readonly { readonly kind: Kind; readonly name: string }[] = [
  { kind: 'is a defect', name: 'no answer is a 5xx' },
  { kind: 'is slow', name: 'no answer takes longer than two seconds' },
  { kind: 'is not in the contract', name: 'every answer is one that the contract has' },
  { kind: 'reveals something', name: 'no answer has anything internal or of another customer' },
  { kind: 'is lost', name: 'every request is answered' },
];

/** The short form of `npm run isolation`, on the portal that runs already. */
async function isolate(fixture: Fixture): Promise<Check[]> {
  return callWithSwappedIds(fixture, await createCustomers(fixture, ISOLATED_CUSTOMERS), {
    count: ISOLATED_CALLS,
    seed,
  });
}

/** The attacks that are not a request of one call alone. */
async function runOtherAttacks(fixture: Fixture): Promise<Check[]> {
  const sequences = await runSequences(fixture, seed);
  const bombs = await sendBombs(fixture);
  await fixture.restore();
  // Both mostly wait: for sockets to end, and for jobs to settle what customers have done.
  const [sockets, isolation] = await Promise.all([fuzzSockets(fixture), isolate(fixture)]);
  return [...sequences, bombs, ...sockets, ...isolation];
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

async function fuzz(folder: string): Promise<Check[]> {
  const fixture = await startFixture(folder, AT_ONCE);
  try {
    const judgesMemory = cases >= CASES_FOR_MEMORY && only === null;
    const warmUp = judgesMemory ? await fuzzCalls(fixture, cases * WARM_UP_SHARE) : null;
    const heapBefore = await readHeapBytes(fixture.inspectPort);
    const residentBefore = residentBytes(fixture.portal.pid);
    const startedAt = performance.now();
    const pass = await fuzzCalls(fixture, cases);
    const seconds = (performance.now() - startedAt) / 1000;
    // Before what follows, which the warm-up had none of.
    const heapAfter = await readHeapBytes(fixture.inspectPort);
    const others = values.endpoint === undefined ? await runOtherAttacks(fixture) : [];
    const leaked = await leakedConnections(fixture);
    say(
      `${pass.sent} requests in ${seconds.toFixed(0)} s; ${pass.accepted.size} of ${endpoints.length} calls accepted some of theirs; ` +
        `heap ${mb(heapBefore)} → ${mb(heapAfter)} MB, resident ${mb(residentBefore)} → ${mb(residentBytes(fixture.portal.pid))} MB`,
    );
    if (values.verbose)
      say(
        `never accepted: ${endpoints
          .map(nameOf)
          .filter((name) => !pass.accepted.has(name))
          .join(', ')}`,
      );
    const grown = judgesMemory && heapAfter > heapBefore * MEMORY_GROWTH;
    const broken = await findBrokenInvariants(fixture.database);
    const isAlive = fixture.portal.isRunning();
    return [
      ...JUDGED.map(({ kind, name }) => ({
        name,
        violations: [...(warmUp?.found ?? []), ...pass.found]
          .filter((found) => found.kind === kind)
          .map(({ line }) => line),
      })),
      ...others,
      {
        name: 'its memory comes back within 10 %',
        violations: grown ? [`from ${mb(heapBefore)} to ${mb(heapAfter)} MB`] : [],
      },
      { name: 'no connection to the database is held', violations: leaked },
      { name: 'its log tells of no defect', violations: defectsInLog(fixture.logFile) },
      { name: 'the portal still runs', violations: isAlive ? [] : ['it has ended'] },
      { name: 'the invariants of apps/server/src/platform/database/invariants.sql hold', violations: broken },
    ];
  } finally {
    await fixture.stop();
  }
}

console.log(
  `Fuzz: ${cases} cases for each of ${endpoints.length} calls, seed ${seed} (repeat with: npm run fuzz -- --cases ${cases} --seed ${seed})`,
);
const folder = mkdtempSync(join(tmpdir(), 'portal-fuzz-'));
// The embedded database may run under an account of its own, which needs access.
chmodSync(folder, 0o711);
try {
  const checks = await fuzz(folder);
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else say(`The data folder and the portal's log are in ${folder}.`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  say(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nLogs are in ${folder}.`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
