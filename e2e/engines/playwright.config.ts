import { defineConfig } from '@playwright/test';
import { ENGINES, type Engine } from '../../tools/run/programs/find-engines.ts';

/**
 * The journeys in the engines beside Chromium. Playwright runs and reports them; the browsers are
 * Debian's, which it cannot drive itself.
 */
export default defineConfig<object, { engine: Engine }>({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: '../../.cache/engines',
  fullyParallel: true,
  // One for each engine: the portals take the rest of two cores.
  workers: 2,
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  reporter: 'list',
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
});
