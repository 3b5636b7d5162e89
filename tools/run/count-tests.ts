import { readFileSync } from 'node:fs';
import type { Counts } from './run-step.ts';

type SkippableCounts = Counts & { skipped: number };

/** From the file of Vitest's `json` reporter. Throws when the file or a count is missing. */
export function countVitest(reportPath: string): SkippableCounts {
  const report = readReport(reportPath);
  return {
    passed: countOf(report, 'numPassedTests'),
    failed: countOf(report, 'numFailedTests'),
    skipped: countOf(report, 'numPendingTests') + countOf(report, 'numTodoTests'),
  };
}

/**
 * From the file of Playwright's `json` reporter; a test that passed only when repeated has passed,
 * and the log names it. Throws when the file or a count is missing.
 */
export function countPlaywright(reportPath: string): SkippableCounts {
  const { stats } = readReport(reportPath);
  return {
    passed: countOf(stats, 'expected') + countOf(stats, 'flaky'),
    failed: countOf(stats, 'unexpected'),
    skipped: countOf(stats, 'skipped'),
  };
}

/** From the last line of the form `N passed, N failed`. Throws when there is none. */
export function countSummaryLine(log: string): Counts {
  const last = [...log.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  if (!last) throw new Error('no line of the form "N passed, N failed"');
  return { passed: Number(last[1]), failed: Number(last[2]) };
}

function readReport(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

function countOf(counts: unknown, name: string): number {
  const count: unknown = Object(counts)[name];
  if (typeof count !== 'number') throw new Error(`the report has no ${name}`);
  return count;
}
