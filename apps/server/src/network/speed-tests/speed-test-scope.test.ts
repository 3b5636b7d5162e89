import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  SESSION_SECRET: 'a secret that only tests know, 32 characters and more',
  SPEED_TEST_ORIGIN: 'https://edge.example/backend',
  SPEED_TEST_DAILY_GB_PER_ADDRESS: '1',
  RATE_LIMIT_READS_PER_MINUTE: '1',
  RATE_LIMIT_WRITES_PER_MINUTE: '1',
};
const html = '<html><head></head><body></body></html>';
const english = { pages: new Map([['/', () => html]]), shell: html, notFound: () => html };
const site = {
  assets: new Map(),
  inLanguage: { en: english, yo: english, ha: english, ig: english },
  admin: html,
  renderPage: async () => '',
  styleHashes: [],
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ config: readConfig(PRODUCTION), publicUrl: new URL(PRODUCTION.PUBLIC_URL), site });
});
afterAll(() => portal.close());

it('the speed test is served in production, and its pings use up none of the calls an address may make', async () => {
  for (let count = 0; count < 100; count += 1) {
    expect((await portal.app.inject('/speedtest/empty')).statusCode).toBe(200);
  }
  expect((await portal.app.inject('/api/service-plans')).statusCode).toBe(200);
});

it('an upload of any type and size is accepted, without an Origin header', async () => {
  for (const type of ['application/json', 'text/x-unknown', 'not a type']) {
    const payload = Buffer.alloc(1024 * 1024);
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/speedtest/empty',
      payload,
      headers: { 'content-type': type },
    });
    expect([type, answer.statusCode, answer.body]).toEqual([type, 200, '']);
  }
});

it('a session is opened without signing in, and what is no part of the speed test is not found', async () => {
  const opened = await portal.app.inject({ method: 'POST', url: '/speedtest/session' });
  expect(opened.statusCode).toBe(201);
  expect(opened.json()).toEqual({ session: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const missing = await portal.app.inject('/speedtest/../api/user/nothing');
  expect(missing.statusCode).toBe(404);
  expect((await portal.app.inject('/speedtest/secrets')).json()).toMatchObject({ success: false });
});

it('the page knows the test server’s address and may connect to it, wherever it runs', async () => {
  const { body, headers } = await portal.app.inject('/');
  expect(body).toContain('"speedTestOrigin":"https://edge.example/backend"');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://edge.example;");
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
});

it('production refuses a test server that an https page could not call', () => {
  expect(() => readConfig({ ...PRODUCTION, SPEED_TEST_ORIGIN: 'http://edge.example' })).toThrow(
    'SPEED_TEST_ORIGIN must be https in production',
  );
  expect(() => readConfig({ SPEED_TEST_ALLOWED_ORIGINS: 'https://a.example, b.example' })).toThrow(
    'SPEED_TEST_ALLOWED_ORIGINS: b.example is not an origin',
  );
});
