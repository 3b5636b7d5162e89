import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countPlaywright } from './count-tests.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { ENGINES, findEngine } from './programs/find-engines.ts';
import { ROOT, RUN_CACHE, report, runSteps } from './run-step.ts';
import { printBudget, printRetriedTests, readPlaywrightRun } from './run-summary.ts';

// `npm run test:engines`: the journeys of e2e/engines in Firefox and in WebKit. An engine that is not
// there is left out, and the run says at its end what was not checked; without any it fails.

const BUDGET_MINUTES = 4;

const reportPath = join(RUN_CACHE, 'playwright-engines.json');
const startedAt = performance.now();
useMemoryForTemporaryFiles();
rmSync(reportPath, { force: true });
const found = ENGINES.map((engine) => ({ engine, programs: findEngine(engine) }));
const missing = found.flatMap(({ engine, programs }) => ('missing' in programs ? [{ engine, ...programs }] : []));
for (const { missing: sentence } of missing) console.log(sentence);
const present = ENGINES.filter((engine) => missing.every((each) => each.engine !== engine));
const counts = await runSteps(
  present.length === 0
    ? []
    : [
        {
          name: 'journeys in other engines',
          command: [
            join(ROOT, 'node_modules/.bin/playwright'),
            'test',
            '--config=e2e/engines/playwright.config.ts',
            '--reporter=list,json',
            ...present.map((engine) => `--project=${engine}`),
          ],
          env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath },
          limitMinutes: 30,
          count: () => countPlaywright(reportPath),
        },
      ],
);
if (printRetriedTests(readPlaywrightRun(reportPath).retried)) counts.failed += 1;
await printBudget((performance.now() - startedAt) / 1000, BUDGET_MINUTES);
for (const { engine } of missing)
  console.log(`Not checked: the journeys of visitors, customers and staff in ${engine}, which is not there.`);
report(counts);
