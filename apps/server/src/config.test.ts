import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

describe('the configuration', () => {
  it('starts on an unconfigured machine with sandbox and demo data', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', sandbox: true, demoData: true, production: false });
    expect(Object.values(config.gateways)).toEqual([null, null, null]);
  });

  it('names every fault at once', () => {
    const faults = faultsOf({
      NODE_ENV: 'production',
      DEMO_DATA: 'on',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK-x',
      INTERSWITCH_CLIENT_ID: 'IKIA',
    });
    expect(faults).toEqual([
      'FLUTTERWAVE_WEBHOOK_HASH is missing: Flutterwave is only half configured',
      'INTERSWITCH_CLIENT_SECRET is missing: Quickteller is only half configured',
      'INTERSWITCH_MERCHANT_CODE is missing: Quickteller is only half configured',
      'INTERSWITCH_PAYABLE_CODE is missing: Quickteller is only half configured',
      'INTERSWITCH_WEBHOOK_SECRET is missing: Quickteller is only half configured',
      'SESSION_SECRET is required in production',
      'PUBLIC_URL is required in production',
      'DEMO_DATA cannot be on in production',
    ]);
  });

  it('takes a base URL without its key for a half-configured gateway', () => {
    expect(faultsOf({ PAYSTACK_BASE_URL: 'https://api.paystack.co' })).toEqual([
      'PAYSTACK_SECRET_KEY is missing: Paystack is only half configured',
    ]);
  });

  it('takes an empty variable for an absent one', () => {
    expect(faultsOf({ NODE_ENV: 'production', SESSION_SECRET: '  ', PUBLIC_URL: 'https://waya.example' })).toEqual([
      'SESSION_SECRET is required in production',
    ]);
  });

  it('offers no sandbox in production and none beside a real gateway', () => {
    const secrets = { SESSION_SECRET: 's'.repeat(32), PUBLIC_URL: 'https://waya.example' };
    expect(readConfig({ NODE_ENV: 'production', ...secrets })).toMatchObject({ sandbox: false, demoData: false });
    expect(readConfig({ PAYSTACK_SECRET_KEY: 'sk_test_x' }).sandbox).toBe(false);
  });

  it('refuses numbers, addresses and URLs that are none', () => {
    expect(faultsOf({ PORT: 'http' })[0]).toMatch(/^PORT: /);
    expect(faultsOf({ PUBLIC_URL: 'ftp://waya.example' })[0]).toMatch(/^PUBLIC_URL: /);
    expect(faultsOf({ TRUSTED_PROXIES: '10.0.0.0/8, proxy.internal' })).toEqual([
      'TRUSTED_PROXIES: proxy.internal is not an IP address or CIDR block',
    ]);
  });
});
