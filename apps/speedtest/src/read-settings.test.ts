import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';
import { DEFAULT_LIMITS } from './speed-test-options.ts';

test('without settings it listens on this machine, allows no other page and has the default limits', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    port: 3200,
    limits: DEFAULT_LIMITS,
    allowedOrigins: [],
    trustedProxies: [],
    tls: null,
  });
});

test('settings are used as given', () => {
  const settings = readSettings({
    SPEEDTEST_HOST: '0.0.0.0',
    SPEEDTEST_PORT: '443',
    SPEEDTEST_ALLOWED_ORIGINS: 'https://portal.example, https://www.portal.example',
    SPEED_TEST_LIVE_TESTS: '20',
    SPEED_TEST_FASTEST_MBPS: '800',
    SPEED_TEST_DAILY_GB_PER_ADDRESS: '50',
    TRUSTED_PROXIES: '10.0.0.0/8',
    SPEEDTEST_TLS_CERT: '/etc/cert.pem',
    SPEEDTEST_TLS_KEY: '/etc/key.pem',
  });
  expect(settings).toMatchObject({
    host: '0.0.0.0',
    port: 443,
    allowedOrigins: ['https://portal.example', 'https://www.portal.example'],
    trustedProxies: ['10.0.0.0/8'],
    tls: { certPath: '/etc/cert.pem', keyPath: '/etc/key.pem' },
  });
  expect(settings.limits).toMatchObject({ liveTests: 20, fastestMbps: 800, dailyBytesPerAddress: 50 * 1024 ** 3 });
});

test('every fault is reported at once', () => {
  const env = {
    SPEEDTEST_PORT: '70000',
    SPEED_TEST_LIVE_TESTS: 'many',
    SPEEDTEST_ALLOWED_ORIGINS: 'portal.example',
    TRUSTED_PROXIES: 'proxy',
    SPEEDTEST_TLS_CERT: '/etc/cert.pem',
  };
  for (const name of [...Object.keys(env), 'SPEEDTEST_TLS_KEY']) {
    expect(() => readSettings(env), name).toThrow(name);
  }
});
