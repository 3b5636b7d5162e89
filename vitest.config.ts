import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { FileTimesReporter } from './tools/run/file-times.reporter.ts';

const everywhere = {
  setupFiles: ['tools/run/quiet-and-offline.setup.ts'],
  // The files of a worker share what they load, as a portal does: loading it for each alone would
  // take most of the time.
  isolate: false,
  // A shared machine may be slow; what hangs is found all the same.
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Where a whole run (tools/run/test.ts) wants its counts and times. */
const reports = process.env.TEST_REPORTS;

export default defineConfig({
  test: {
    // On two cores a third one works while others wait for their database, or for a program to
    // start.
    maxWorkers: 3,
    reporters:
      reports === undefined
        ? ['default']
        : ['default', 'json', new FileTimesReporter(join(reports, 'vitest-times.json'))],
    ...(reports === undefined ? {} : { outputFile: { json: join(reports, 'vitest.json') } }),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,brand,tools}/**/*.test.ts', 'apps/{sandbox,speedtest,web}/**/*.test.{ts,tsx}'],
          ...everywhere,
        },
      },
      {
        test: {
          name: 'database',
          include: ['apps/{cli,server}/**/*.test.ts'],
          ...everywhere,
          globalSetup: 'apps/server/src/platform/database/testing/test-server.setup.ts',
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? '' },
        },
      },
    ],
  },
});
