import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff } from '../../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { refusedWith } from '../../../testing/test-socket.ts';
import { readConfig } from '../../config/config.ts';
import { createStaffIpAllowlist } from './staff-ip-allowlist.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

describe('the allowlist of staff addresses', () => {
  const isStaffIp = createStaffIpAllowlist(['198.51.100.0/24', '203.0.113.7', '2001:db8:aa::/48']);
  it.each([
    ['198.51.100.200', true],
    ['198.51.101.1', false],
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['::ffff:203.0.113.7', true],
    ['2001:db8:aa:1::5', true],
    ['2001:db8:bb::5', false],
    ['not an address', false],
  ])('%s: %s', (address, isOne) => {
    expect(isStaffIp(address)).toBe(isOne);
  });

  it('allows every address while it is empty', () => {
    expect(createStaffIpAllowlist([])('192.0.2.1')).toBe(true);
  });
});

describe('a portal with an allowlist of staff addresses', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({
      config: readConfig({ STAFF_ADDRESSES: '198.51.100.0/24', TRUSTED_PROXIES: '127.0.0.1' }),
    });
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => portal.close());

  it('accepts the console’s calls and socket from there, and elsewhere refuses them with a reason, stolen session or not', async () => {
    const { browser } = await createStaff(portal);
    const ask = (path: string, from: string) => browser.get(path, { 'x-forwarded-for': from });
    const socket = (from: string) =>
      refusedWith(portal.app, '/ws/staff', browser, { headers: { 'x-forwarded-for': from } });
    for (const path of ['/api/staff/chats', '/api/staff/second-factor']) {
      expect((await ask(path, '198.51.100.9')).statusCode, path).toBe(200);
      const refused = await ask(path, '192.0.2.66');
      expect([refused.statusCode, refused.json().code], path).toEqual([403, 'staff.address']);
    }
    expect([await socket('198.51.100.9'), await socket('192.0.2.66')]).toEqual([101, 403]);
    expect((await ask('/api/user', '192.0.2.66')).statusCode).toBe(200);
  });
});
