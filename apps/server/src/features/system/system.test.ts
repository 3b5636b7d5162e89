import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

const TOKEN = 'a token of sixteen characters';

let open: TestPortal;
let guarded: TestPortal;

beforeAll(async () => {
  open = await startTestPortal({ config: readConfig({}) });
  guarded = await startTestPortal({ config: readConfig({ METRICS_TOKEN: TOKEN }) });
});
afterAll(() => Promise.all([open.close(), guarded.close()]));

async function statusFor(portal: TestPortal, remoteAddress: string, headers: Record<string, string> = {}) {
  const { statusCode } = await portal.app.inject({ url: '/metrics', remoteAddress, headers });
  return statusCode;
}

describe('the metrics', () => {
  it('are for this machine’s own programs alone, not for those whom a proxy on it lets in', async () => {
    expect(await statusFor(open, '127.0.0.1')).toBe(200);
    expect(await statusFor(open, '::1')).toBe(200);
    expect(await statusFor(open, '203.0.113.7')).toBe(404);
    expect(await statusFor(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(404);
  });

  it('are for whoever has the token, where there is one', async () => {
    expect(await statusFor(guarded, '203.0.113.7', { authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await statusFor(guarded, '127.0.0.1', { authorization: 'Bearer another' })).toBe(404);
    expect(await statusFor(guarded, '127.0.0.1')).toBe(404);
  });
});
