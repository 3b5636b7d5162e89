import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Counts } from './run-step.ts';

type SkippableCounts = Counts & { skipped: number };

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

/** From the file of Vitest's `json` reporter. */
export function countVitest(reportPath: string): SkippableCounts {
  const report = vitestReport.parse(JSON.parse(readFileSync(reportPath, 'utf8')));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/** From the file of Playwright's `json` reporter. A test that passed only when repeated has failed. */
export function countPlaywright(reportPath: string): SkippableCounts {
  const { stats } = playwrightReport.parse(JSON.parse(readFileSync(reportPath, 'utf8')));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** From the last line of the form `N passed, N failed`. */
export function countSummaryLine(log: string): Counts {
  const last = [...log.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  if (!last) throw new Error('no line of the form "N passed, N failed"');
  return { passed: Number(last[1]), failed: Number(last[2]) };
}
