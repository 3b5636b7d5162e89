import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countPlaywright } from './count-tests.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { ENGINES, findEngine } from './programs/find-engines.ts';
import { ROOT, RUN_CACHE, report, runSteps, type Step } from './run-step.ts';
import { failedInPlaywright, printBudget, printRetriedTests, readPlaywrightRun } from './run-summary.ts';

// `npm run test:engines`: the journeys of e2e/engines in Firefox and in WebKit. An engine that is not
// there is left out, and the run says at its end what was not checked; without any it fails.

const BUDGET_MINUTES = 4;

const reportPath = join(RUN_CACHE, 'playwright-engines.json');
const alonePath = join(RUN_CACHE, 'playwright-engines-alone.json');
const startedAt = performance.now();
useMemoryForTemporaryFiles();
for (const path of [reportPath, alonePath]) rmSync(path, { force: true });
const found = ENGINES.map((engine) => ({ engine, programs: findEngine(engine) }));
const missing = found.flatMap(({ engine, programs }) => ('missing' in programs ? [{ engine, ...programs }] : []));
for (const { missing: sentence } of missing) console.log(sentence);
const present = ENGINES.filter((engine) => missing.every((each) => each.engine !== engine));
const step = (name: string, path: string, words: readonly string[]): Step => ({
  name,
  command: [
    join(ROOT, 'node_modules/.bin/playwright'),
    'test',
    '--config=e2e/engines/playwright.config.ts',
    '--reporter=list,json',
    ...present.map((engine) => `--project=${engine}`),
    ...words,
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path },
  limitMinutes: 30,
  count: () => countPlaywright(path),
  failedTests: () => failedInPlaywright(path),
});
// A speed test gives no figures while another browser is at work on a slow machine.
const steps = [
  step('journeys in other engines', reportPath, ['--grep-invert=@alone']),
  step('journeys that measure', alonePath, ['--grep=@alone', '--workers=1']),
];
const counts = await runSteps(present.length === 0 ? [] : steps);
if (printRetriedTests([reportPath, alonePath].flatMap((path) => readPlaywrightRun(path).retried))) counts.failed += 1;
await printBudget((performance.now() - startedAt) / 1000, BUDGET_MINUTES);
for (const { engine } of missing)
  console.log(`Not checked: the journeys of visitors, customers and staff in ${engine}, which is not there.`);
report(counts);
