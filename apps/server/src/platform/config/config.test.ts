import { describe, expect, it } from 'vitest';
import { ConfigurationError, listGaps, readConfig } from './config.ts';

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
      TEST_CLOCK: 'on',
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
      'TEST_CLOCK cannot be on in production',
    ]);
  });

  it('names malformed variables together with missing ones, and does not report a malformed one as missing', () => {
    const faults = faultsOf({
      NODE_ENV: 'production',
      SESSION_SECRET: 'short',
      FLUTTERWAVE_SECRET_KEY: 'x',
      PORT: 'http',
    });
    expect(faults).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^SESSION_SECRET: /),
      'FLUTTERWAVE_WEBHOOK_HASH is missing: Flutterwave is only half configured',
      'PUBLIC_URL is required in production',
    ]);
    expect(faultsOf({ TERMII_BASE_URL: 'termii', NODE_ENV: 'prod', PAYSTACK_SECRET_KEY: 'sk_live_x' })).toEqual([
      expect.stringMatching(/^NODE_ENV: /),
      expect.stringMatching(/^TERMII_BASE_URL: /),
      'TERMII_API_KEY is missing: Termii is only half configured',
    ]);
  });

  it('refuses a vendor’s test keys in production', () => {
    const production = {
      NODE_ENV: 'production',
      SESSION_SECRET: 'a-secret-of-these-tests-0123456789',
      PUBLIC_URL: 'https://waya.example',
    };
    const keys = {
      PAYSTACK_SECRET_KEY: 'sk_test_x',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-x-X',
      FLUTTERWAVE_WEBHOOK_HASH: 'hash',
    };
    const ownHosts = {
      PAYSTACK_BASE_URL: 'https://api.paystack.co/',
      FLUTTERWAVE_BASE_URL: 'https://api.flutterwave.com/v3/',
    };
    const refused = [
      expect.stringMatching(/^PAYSTACK_SECRET_KEY is a test key/),
      expect.stringMatching(/^FLUTTERWAVE_SECRET_KEY is a test key/),
    ];
    expect(faultsOf({ ...production, ...keys })).toEqual(refused);
    expect(faultsOf({ ...production, ...keys, ...ownHosts })).toEqual(refused);
    const staging = {
      PAYSTACK_BASE_URL: 'http://127.0.0.1:4000',
      FLUTTERWAVE_BASE_URL: 'https://sandbox.waya.example',
    };
    expect(faultsOf({ ...production, ...keys, ...staging })).toEqual([]);
    const live = { ...keys, PAYSTACK_SECRET_KEY: 'sk_live_x', FLUTTERWAVE_SECRET_KEY: 'FLWSECK-x-X' };
    expect(faultsOf({ ...production, ...live })).toEqual([]);
    expect(faultsOf(keys)).toEqual([]);
  });

  it('asks Interswitch for tokens at its live OAuth host, or where its other calls go when that is elsewhere', () => {
    const keys = Object.fromEntries(
      ['CLIENT_ID', 'CLIENT_SECRET', 'MERCHANT_CODE', 'PAYABLE_CODE', 'WEBHOOK_SECRET'].map((name) => [
        `INTERSWITCH_${name}`,
        'x',
      ]),
    );
    const tokenUrl = (env: NodeJS.ProcessEnv) => readConfig({ ...keys, ...env }).gateways.interswitch?.tokenUrl;
    expect(tokenUrl({})).toBe('https://passport.interswitchng.com');
    expect(tokenUrl({ INTERSWITCH_BASE_URL: 'https://webpay.interswitchng.com/' })).toBe(
      'https://passport.interswitchng.com',
    );
    const elsewhere = { INTERSWITCH_BASE_URL: 'https://qa.interswitchng.com' };
    expect(tokenUrl(elsewhere)).toBe('https://qa.interswitchng.com');
    expect(tokenUrl({ ...elsewhere, INTERSWITCH_TOKEN_URL: 'https://passport.k8.isw.la' })).toBe(
      'https://passport.k8.isw.la',
    );
  });

  it('treats a base URL without its key as a half-configured gateway', () => {
    expect(faultsOf({ INTERSWITCH_TOKEN_URL: 'https://passport.interswitch.example' })).toHaveLength(5);
    expect(faultsOf({ PAYSTACK_BASE_URL: 'https://api.paystack.co' })).toEqual([
      'PAYSTACK_SECRET_KEY is missing: Paystack is only half configured',
    ]);
  });

  it('names everything that a half-configured SMS provider lacks', () => {
    expect(
      faultsOf({
        TERMII_BASE_URL: 'https://v3.api.termii.com',
        AFRICASTALKING_SENDER_ID: 'WAYA',
        PHONE_CODES_PER_DAY: '9',
      }),
    ).toEqual([
      'TERMII_API_KEY is missing: Termii is only half configured',
      'AFRICASTALKING_API_KEY is missing: Africa’s Talking is only half configured',
      'AFRICASTALKING_USERNAME is missing: Africa’s Talking is only half configured',
    ]);
    expect(faultsOf({ TERMII_API_KEY: 'TL1', TERMII_SENDER_ID: 'Waya Fibre Limited' })[0]).toMatch(
      /^TERMII_SENDER_ID: /,
    );
  });

  it('requires only the key for Termii, and the key and the application for Africa’s Talking', () => {
    expect(readConfig({ TERMII_API_KEY: 'TL1' }).smsProviders).toEqual({
      termii: { apiKey: 'TL1', senderId: null, baseUrl: 'https://v3.api.termii.com' },
      africasTalking: null,
    });
    const both = { AFRICASTALKING_API_KEY: 'atsk_1', AFRICASTALKING_USERNAME: 'waya' };
    expect(readConfig(both).smsProviders).toEqual({
      termii: null,
      africasTalking: {
        apiKey: 'atsk_1',
        username: 'waya',
        senderId: null,
        baseUrl: 'https://api.africastalking.com',
      },
    });
  });

  it('takes Redis from its address or from Sentinels, and refuses both, half of them and malformed ones', () => {
    expect(readConfig({ REDIS_SENTINELS: '10.0.0.1:26379, [fd00::2]:26379', REDIS_PASSWORD: 'p' }).redis).toEqual({
      sentinels: [
        { host: '10.0.0.1', port: 26379 },
        { host: 'fd00::2', port: 26379 },
      ],
      master: 'portal',
      password: 'p',
    });
    expect(faultsOf({ REDIS_URL: 'redis://10.0.0.1:6379', REDIS_SENTINELS: '10.0.0.1' })).toEqual([
      'REDIS_SENTINELS: 10.0.0.1 is not host:port',
      'REDIS_URL and REDIS_SENTINELS are both set: the Sentinels name the address',
    ]);
    expect(faultsOf({ REDIS_PASSWORD: 'p' })).toEqual(['REDIS_PASSWORD has no effect without REDIS_SENTINELS']);
  });

  it('treats an empty variable as absent', () => {
    expect(faultsOf({ NODE_ENV: 'production', SESSION_SECRET: '  ', PUBLIC_URL: 'https://waya.example' })).toEqual([
      'SESSION_SECRET is required in production',
    ]);
  });

  it('offers the demo accounts and the outbox beside a gateway’s keys only where that was configured', () => {
    const open = { PAYSTACK_SECRET_KEY: 'sk_test_x', PUBLIC_URL: 'https://waya.example' };
    expect(faultsOf(open)).toEqual([expect.stringMatching(/^NODE_ENV is missing/)]);
    expect(readConfig({ ...open, NODE_ENV: 'development' }).demoData).toBe(true);
    expect(readConfig({ ...open, PUBLIC_URL: 'http://127.0.0.1:3000' }).demoData).toBe(true);
    expect(readConfig({ ...open, PAYSTACK_BASE_URL: 'http://127.0.0.1:4000' }).demoData).toBe(true);
  });

  it('names optional settings that customers would miss', () => {
    expect(listGaps(readConfig({}))).toEqual([]);
    expect(listGaps(readConfig({ HOST: '0.0.0.0' }))).toEqual([expect.stringMatching(/^PUBLIC_URL/)]);
    const production = {
      NODE_ENV: 'production',
      SESSION_SECRET: 'a-secret-of-these-tests-0123456789',
      PUBLIC_URL: 'https://waya.example',
    };
    expect(listGaps(readConfig(production)).map((gap) => gap.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'SMTP_URL',
      'No',
      'SELLER_TAX_ID',
    ]);
  });

  it('offers no sandbox in production and none beside a real gateway', () => {
    const secrets = { SESSION_SECRET: 'a-secret-of-these-tests-0123456789', PUBLIC_URL: 'https://waya.example' };
    expect(readConfig({ NODE_ENV: 'production', ...secrets })).toMatchObject({ sandbox: false, demoData: false });
    expect(readConfig({ PAYSTACK_SECRET_KEY: 'sk_test_x' }).sandbox).toBe(false);
  });

  it('requires https in production for cookies, keys and customers', () => {
    const secrets = { NODE_ENV: 'production', SESSION_SECRET: 'a-secret-of-these-tests-0123456789' };
    expect(
      faultsOf({
        ...secrets,
        PUBLIC_URL: 'http://waya.example',
        PAYSTACK_SECRET_KEY: 'sk_live_x',
        PAYSTACK_BASE_URL: 'http://api.paystack.example',
        TERMII_API_KEY: 'TL1',
        TERMII_BASE_URL: 'http://termii.example',
        CHECKOUT_ORIGINS: 'https://checkout.paystack.com,http://pay.example',
      }),
    ).toEqual([
      'PUBLIC_URL must be https in production',
      'PAYSTACK_BASE_URL must be https in production',
      'TERMII_BASE_URL must be https in production',
      'CHECKOUT_ORIGINS: http://pay.example must be https in production',
    ]);
    expect(faultsOf({ ...secrets, PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([]);
    expect(faultsOf({ ...secrets, PUBLIC_URL: 'http://127.0.0.1.evil.example' })).toHaveLength(1);
  });

  it('refuses secrets that could be guessed, serve two purposes or contradict each other', () => {
    const secret = 'a-secret-of-these-tests-0123456789';
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://waya.example', SESSION_SECRET: secret };
    expect(faultsOf({ ...production, METRICS_TOKEN: 'aaaaaaaaaaaaaaaaaaaa' })).toEqual([
      'METRICS_TOKEN is too easy to guess: make one with `openssl rand -hex 32`',
    ]);
    expect(faultsOf({ ...production, ENCRYPTION_KEY: secret })).toEqual([
      'SESSION_SECRET and ENCRYPTION_KEY are the same: each needs a value of its own',
    ]);
    expect(faultsOf({ ...production, SESSION_SECRET_PREVIOUS: secret })).toEqual([
      'SESSION_SECRET_PREVIOUS is the same as SESSION_SECRET: remove it, or set the value before',
    ]);
    expect(faultsOf({ NETWORK_TOKEN_PREVIOUS: 'the token of before' })).toEqual([
      'NETWORK_TOKEN_PREVIOUS is set without NETWORK_TOKEN',
    ]);
    expect(faultsOf({ ENCRYPTION_KEY_PREVIOUS: 'the key that every instance learns first' })).toEqual([]);
    expect(faultsOf({ VAPID_PRIVATE_KEY: 'A'.repeat(43) })).toEqual([
      'VAPID_PRIVATE_KEY is not a private key of the curve P-256',
    ]);
  });

  it('does not treat a misspelt mode as development', () => {
    expect(faultsOf({ NODE_ENV: 'prod' })[0]).toMatch(/^NODE_ENV: /);
    expect(readConfig({ NODE_ENV: 'development' }).demoData).toBe(true);
  });

  it('copies to a backup only what is encrypted, and only to another place than the data', () => {
    const recipient = 'age1m0ykpsh0nhennj7fnpzdyz845spqudly0dnyk2ftdddhlpvhcahqqawdef';
    expect(readConfig({}).backup).toBeNull();
    expect(readConfig({ BACKUP_DIR: '/backup', BACKUP_RECIPIENTS: ` ${recipient}, ${recipient}` }).backup).toEqual({
      folder: '/backup',
      recipients: [recipient, recipient],
    });
    expect(faultsOf({ BACKUP_DIR: './data/backup', DATA_DIR: './data' })).toEqual([
      expect.stringMatching(/^BACKUP_RECIPIENTS is missing/),
      expect.stringMatching(/^BACKUP_DIR is inside DATA_DIR/),
    ]);
    expect(faultsOf({ BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1X' })[0]).toMatch(
      /^BACKUP_RECIPIENTS: must be age recipients/,
    );
    expect(faultsOf({ BACKUP_KEEP: '2 days' })[0]).toMatch(/^BACKUP_KEEP: must be four numbers/);
    expect(
      readConfig({ BACKUP_DIR: '/data-backup', DATA_DIR: '/data', BACKUP_RECIPIENTS: recipient }).backup?.folder,
    ).toBe('/data-backup');
  });

  it('refuses invalid numbers, addresses and URLs', () => {
    expect(faultsOf({ PORT: 'http' })[0]).toMatch(/^PORT: /);
    expect(faultsOf({ PUBLIC_URL: 'ftp://waya.example' })[0]).toMatch(/^PUBLIC_URL: /);
    expect(faultsOf({ TRUSTED_PROXIES: '10.0.0.0/8, proxy.internal' })).toEqual([
      'TRUSTED_PROXIES: proxy.internal is not an IP address or CIDR block',
    ]);
    expect(faultsOf({ TRUSTED_PROXIES: '10.0.0.0/99,::1,fd00::/8' })).toEqual([
      'TRUSTED_PROXIES: 10.0.0.0/99 is not an IP address or CIDR block',
    ]);
    expect(faultsOf({ CHECKOUT_ORIGINS: 'https://checkout.paystack.com, localhost:3000' })).toEqual([
      'CHECKOUT_ORIGINS: localhost:3000 is not an http or https origin',
    ]);
  });
});

it('names what each gateway takes at once, also at the sandbox, and none where the operator has set none', () => {
  const { largestPayments, sandbox } = readConfig({ PAYSTACK_LARGEST_NAIRA: '10000000' });
  expect([largestPayments, sandbox]).toEqual([{ paystack: 1_000_000_000 }, true]);
  expect(faultsOf({ INTERSWITCH_LARGEST_NAIRA: '0' })).toEqual([expect.stringMatching(/^INTERSWITCH_LARGEST_NAIRA/)]);
});
