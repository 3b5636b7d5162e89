import { readFileSync } from 'node:fs';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { inFolder } from '../../bench/portal/in-folder.ts';
import { printChecks } from '../../bench/print-checks.ts';
import { type Canary, patternOf } from './canary.ts';
import { CONFIGURED, install } from './installation.ts';
import { leaveCanaries } from './leave-canaries.ts';
import { searchDatabase } from './search-database.ts';

// Secrets are put into a portal by everything that takes one, also while it fails; then whatever it has
// written is searched for them (threats and faults, P9, G12).

const SHOWN_AROUND = 150;

/** The lines of a text that have a canary, with what is around it. */
function searchText(text: string, canaries: readonly Canary[]): string[] {
  return text.split('\n').flatMap((line) =>
    canaries.flatMap((canary) => {
      const hit = new RegExp(patternOf(canary)).exec(line);
      return hit
        ? [`${canary.name}: …${line.slice(Math.max(0, hit.index - SHOWN_AROUND), hit.index + SHOWN_AROUND)}…`]
        : [];
    }),
  );
}

async function drill(folder: string): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const installation = await install(folder, running);
  const left = await leaveCanaries(installation);
  const canaries = [...CONFIGURED, ...left.canaries];
  const empty = canaries.filter(({ value }) => value.length < 6).map(({ name }) => name);
  const database = await installation.database();
  const inDatabase = await searchDatabase(database, canaries);
  await database.end();
  // Its last words count as well, and the last traces.
  await installation.portal.stop();
  const log = readFileSync(installation.logFile, 'utf8');
  const traces = installation.traces.join('\n');
  console.log(
    `${canaries.length} canaries, ${left.sent} calls from the contract, ${left.failed} answers of 5xx without a database; ${log.split('\n').length} lines of log, ${installation.traces.length} pages of traces, ${left.metrics.split('\n').length} lines of metrics`,
  );
  const checks: Check[] = [
    { name: 'every canary was there', violations: empty },
    {
      name: 'no canary is in the log, nor in what the portal said as it failed',
      violations: searchText(log, canaries),
    },
    { name: 'no canary is in a trace', violations: searchText(traces, canaries) },
    { name: 'no canary is in the metrics', violations: searchText(left.metrics, canaries) },
    { name: 'no canary is in a column to which it does not belong', violations: inDatabase },
    {
      name: 'there was a log, a trace and a metric to search',
      violations: [log, traces, left.metrics].filter((text) => text.length < 1000),
    },
  ];
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

await inFolder('canaries', drill);
