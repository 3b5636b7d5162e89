import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './fixtures/browser/chromium.ts';
import { IN_FULL } from './fixtures/cover.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../.cache/e2e',
  fullyParallel: true,
  workers: 3,
  // A shared machine may starve a browser once: a test that fails twice is broken. The JSON report
  // calls a test that passed only on the retry "flaky".
  retries: 1,
  forbidOnly: true,
  timeout: 45_000,
  globalTimeout: (IN_FULL ? 180 : 35) * 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    // It would answer instead of the server; the test of the service worker itself allows it.
    serviceWorkers: 'block',
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    launchOptions: chromiumLaunch(),
  },
});
