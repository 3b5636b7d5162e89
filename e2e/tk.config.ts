import base from './playwright.config.ts';
export default { ...base, timeout: 500_000, retries: 0, workers: 1, expect: { timeout: 90_000 }, use: { ...base.use, actionTimeout: 90_000, navigationTimeout: 120_000 } };
