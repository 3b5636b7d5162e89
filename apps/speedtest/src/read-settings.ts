import { isIP } from 'node:net';
import { DEFAULT_LIMITS, type SpeedTestLimits } from './speed-test-options.ts';

const GIB = 1024 * 1024 * 1024;

export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly limits: SpeedTestLimits;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Paths of PEM files; null for plain HTTP. */
  readonly tls: { readonly certPath: string; readonly keyPath: string } | null;
};

/**
 * Settings of the standalone server, from its environment. Throws one Error that names every fault.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const faults: string[] = [];
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const count = (name: string, fallback: number, most = Number.MAX_SAFE_INTEGER): number => {
    const value = Number(given(name) ?? fallback);
    if (!Number.isInteger(value) || value < 1 || value > most) faults.push(`${name} must be a whole number from 1`);
    return value;
  };
  const list = (name: string): string[] =>
    (given(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const allowedOrigins = list('SPEEDTEST_ALLOWED_ORIGINS');
  for (const origin of allowedOrigins) {
    if (origin !== '*' && URL.parse(origin)?.origin !== origin)
      faults.push(`SPEEDTEST_ALLOWED_ORIGINS: ${origin} is not an origin`);
  }
  const trustedProxies = list('TRUSTED_PROXIES');
  for (const address of trustedProxies) {
    if (isIP(address.split('/')[0] ?? '') === 0) faults.push(`TRUSTED_PROXIES: ${address} is not an address or block`);
  }
  const [certPath, keyPath] = [given('SPEEDTEST_TLS_CERT'), given('SPEEDTEST_TLS_KEY')];
  if ((certPath === undefined) !== (keyPath === undefined)) {
    faults.push('SPEEDTEST_TLS_CERT and SPEEDTEST_TLS_KEY only make sense together');
  }
  const settings: Settings = {
    host: given('SPEEDTEST_HOST') ?? '127.0.0.1',
    port: count('SPEEDTEST_PORT', 3200, 65_535),
    limits: {
      ...DEFAULT_LIMITS,
      liveTests: count('SPEED_TEST_LIVE_TESTS', DEFAULT_LIMITS.liveTests),
      fastestMbps: count('SPEED_TEST_FASTEST_MBPS', DEFAULT_LIMITS.fastestMbps),
      dailyBytesPerAddress: count('SPEED_TEST_DAILY_GB_PER_ADDRESS', DEFAULT_LIMITS.dailyBytesPerAddress / GIB) * GIB,
    },
    allowedOrigins,
    trustedProxies,
    tls: certPath !== undefined && keyPath !== undefined ? { certPath, keyPath } : null,
  };
  if (faults.length > 0)
    throw new Error(`The speed test's settings have faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return settings;
}
