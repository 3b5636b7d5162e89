import { resolve } from 'node:path';
import * as z from 'zod';

const text = z.string().trim().min(1);
const origin = z.url({ protocol: /^https?$/ });
const onOff = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((word) => ['on', 'true', '1'].includes(word));
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** An address, or a block of them such as 10.0.0.0/8. */
const proxyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/**
 * Every variable the portal reads, with its meaning; docs/configuration.md is generated from this tree.
 * An empty variable counts as absent.
 */
export const environment = z.object({
  // A closed list: a misspelt "production" would otherwise open the demo accounts to the world.
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .optional()
    .describe(
      '`production`: no demo data, no sandbox, secure cookies; refuses to start when something required is missing',
    ),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port to listen on; 0 takes a free one'),
  HOST: text.default('127.0.0.1').describe('Address to listen on'),
  DATA_DIR: text.default('./data').describe('Folder of the embedded database and uploads'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A PostgreSQL 15 or newer to use instead of the embedded one'),
  PUBLIC_URL: origin
    .optional()
    .describe(
      'The origin customers use: callbacks, links, Origin checks. Default http://HOST:PORT; required in production',
    ),
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('At least 32 characters; keys the stored session hashes. Made once in DATA_DIR; required in production'),
  DEMO_DATA: onOff
    .optional()
    .describe('The demo customer and demo admin with their history. Default on, off in production where it is refused'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token for /metrics; without it only loopback may read them'),
  TRUSTED_PROXIES: text.optional().describe('Comma-separated addresses or CIDR blocks whose X-Forwarded-For counts'),
  SPEED_TEST_ORIGIN: origin.optional().describe('A LibreSpeed server for the speed test; default the portal itself'),
  PAYSTACK_SECRET_KEY: text.optional().describe('Paystack secret key; also signs its webhooks'),
  PAYSTACK_BASE_URL: origin.default('https://api.paystack.co').describe('Paystack API'),
  FLUTTERWAVE_SECRET_KEY: text.optional().describe('Flutterwave v3 secret key'),
  FLUTTERWAVE_WEBHOOK_HASH: text.optional().describe('The secret hash typed into Flutterwave’s dashboard'),
  FLUTTERWAVE_BASE_URL: origin.default('https://api.flutterwave.com/v3').describe('Flutterwave API, with /v3'),
  INTERSWITCH_CLIENT_ID: text.optional().describe('Interswitch (Quickteller) client id'),
  INTERSWITCH_CLIENT_SECRET: text.optional().describe('Interswitch client secret'),
  INTERSWITCH_MERCHANT_CODE: text.optional().describe('Interswitch merchant code'),
  INTERSWITCH_PAYABLE_CODE: text.optional().describe('Interswitch pay item'),
  INTERSWITCH_WEBHOOK_SECRET: text.optional().describe('Signs Interswitch webhooks'),
  INTERSWITCH_BASE_URL: origin.default('https://webpay.interswitchng.com').describe('Interswitch Pay Bill and requery'),
  INTERSWITCH_TOKEN_URL: origin
    .optional()
    .describe('Interswitch OAuth host where it differs from INTERSWITCH_BASE_URL'),
  CHECKOUT_ORIGINS: text
    .default(
      'https://checkout.paystack.com,https://checkout.flutterwave.com,https://newwebpay.interswitchng.com,https://webpay.interswitchng.com',
    )
    .describe('Comma-separated origins of payment pages that customers may be sent to'),
  GATEWAY_TIMEOUT_MS: count(10_000).describe('How long a gateway may take to answer, in ms'),
  RECONCILE_INTERVAL_S: count(60).describe('How often unsettled payments are asked about, in seconds'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server, smtp://user:password@host:587. Without it mail stays in the outbox'),
  MAIL_FROM: text.optional().describe('Sender of mail; default the brand’s support address'),
  RATE_LIMIT_READS_PER_MINUTE: count(1200).describe('Reads an address may make in a minute'),
  RATE_LIMIT_WRITES_PER_MINUTE: count(240).describe('Writes an address may make in a minute'),
  RATE_LIMIT_SIGN_INS_PER_MINUTE: count(60).describe('Sign-in attempts an address may make in a minute'),
  RATE_LIMIT_REGISTRATIONS_PER_HOUR: count(100).describe('Accounts that may be opened from one address in an hour'),
});
type Environment = z.infer<typeof environment>;

export type PaystackSettings = { secretKey: string; baseUrl: string };
export type FlutterwaveSettings = { secretKey: string; webhookHash: string; baseUrl: string };
export type InterswitchSettings = {
  clientId: string;
  clientSecret: string;
  merchantCode: string;
  payableCode: string;
  webhookSecret: string;
  baseUrl: string;
  tokenUrl: string;
};

export type GatewaySettings = {
  paystack: PaystackSettings | null;
  flutterwave: FlutterwaveSettings | null;
  interswitch: InterswitchSettings | null;
};

/** What was read, checked and grouped. `publicUrl` is null until the port is known when PORT is 0 and PUBLIC_URL unset. */
export type Config = ReturnType<typeof groupSettings>;

/** Lists every fault of the environment at once. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

function commaList(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Variables that only make sense together. */
const gatewayVariables = {
  Paystack: ['PAYSTACK_SECRET_KEY'],
  Flutterwave: ['FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_WEBHOOK_HASH'],
  Quickteller: [
    'INTERSWITCH_CLIENT_ID',
    'INTERSWITCH_CLIENT_SECRET',
    'INTERSWITCH_MERCHANT_CODE',
    'INTERSWITCH_PAYABLE_CODE',
    'INTERSWITCH_WEBHOOK_SECRET',
  ],
} as const satisfies Record<string, readonly (keyof Environment)[]>;

const gatewayBaseUrls = {
  Paystack: 'PAYSTACK_BASE_URL',
  Flutterwave: 'FLUTTERWAVE_BASE_URL',
  Quickteller: 'INTERSWITCH_BASE_URL',
} as const;

function gatewayFaults(env: Environment, given: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  for (const [gateway, names] of Object.entries(gatewayVariables)) {
    const missing = names.filter((name) => env[name] === undefined);
    const baseUrl = gatewayBaseUrls[gateway as keyof typeof gatewayBaseUrls];
    const started = missing.length < names.length || given.has(baseUrl);
    if (started) faults.push(...missing.map((name) => `${name} is missing: ${gateway} is only half configured`));
  }
  return faults;
}

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What travels there must not be read on the way; a machine's own addresses need no encryption. */
function isUnprotected(url: string | undefined): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed?.protocol === 'http:' && !LOOPBACK_HOST.test(parsed.hostname);
}

/** Addresses to which keys, cookies or customers go. */
const PROTECTED = [
  'PUBLIC_URL',
  'PAYSTACK_BASE_URL',
  'FLUTTERWAVE_BASE_URL',
  'INTERSWITCH_BASE_URL',
  'INTERSWITCH_TOKEN_URL',
] as const satisfies readonly (keyof Environment)[];

function listFaults(env: Environment): string[] {
  const proxies = commaList(env.TRUSTED_PROXIES).filter((address) => !proxyAddress.safeParse(address).success);
  const origins = commaList(env.CHECKOUT_ORIGINS).filter((address) => !origin.safeParse(address).success);
  return [
    ...proxies.map((address) => `TRUSTED_PROXIES: ${address} is not an IP address or CIDR block`),
    ...origins.map((address) => `CHECKOUT_ORIGINS: ${address} is not an http or https origin`),
  ];
}

function productionFaults(env: Environment): string[] {
  const faults: string[] = PROTECTED.filter((name) => isUnprotected(env[name])).map(
    (name) => `${name} must be https in production`,
  );
  for (const address of commaList(env.CHECKOUT_ORIGINS).filter(isUnprotected)) {
    faults.push(`CHECKOUT_ORIGINS: ${address} must be https in production`);
  }
  if (env.SESSION_SECRET === undefined) faults.push('SESSION_SECRET is required in production');
  if (env.PUBLIC_URL === undefined) faults.push('PUBLIC_URL is required in production');
  if (env.DEMO_DATA === true) faults.push('DEMO_DATA cannot be on in production');
  return faults;
}

function groupGateways(env: Environment): GatewaySettings {
  return {
    paystack: env.PAYSTACK_SECRET_KEY ? { secretKey: env.PAYSTACK_SECRET_KEY, baseUrl: env.PAYSTACK_BASE_URL } : null,
    flutterwave:
      env.FLUTTERWAVE_SECRET_KEY && env.FLUTTERWAVE_WEBHOOK_HASH
        ? {
            secretKey: env.FLUTTERWAVE_SECRET_KEY,
            webhookHash: env.FLUTTERWAVE_WEBHOOK_HASH,
            baseUrl: env.FLUTTERWAVE_BASE_URL,
          }
        : null,
    interswitch:
      env.INTERSWITCH_CLIENT_ID &&
      env.INTERSWITCH_CLIENT_SECRET &&
      env.INTERSWITCH_MERCHANT_CODE &&
      env.INTERSWITCH_PAYABLE_CODE &&
      env.INTERSWITCH_WEBHOOK_SECRET
        ? {
            clientId: env.INTERSWITCH_CLIENT_ID,
            clientSecret: env.INTERSWITCH_CLIENT_SECRET,
            merchantCode: env.INTERSWITCH_MERCHANT_CODE,
            payableCode: env.INTERSWITCH_PAYABLE_CODE,
            webhookSecret: env.INTERSWITCH_WEBHOOK_SECRET,
            baseUrl: env.INTERSWITCH_BASE_URL,
            tokenUrl: env.INTERSWITCH_TOKEN_URL ?? env.INTERSWITCH_BASE_URL,
          }
        : null,
  };
}

function groupSettings(env: Environment) {
  const production = env.NODE_ENV === 'production';
  const gateways = groupGateways(env);
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    sessionSecret: env.SESSION_SECRET ?? null,
    demoData: env.DEMO_DATA ?? !production,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    trustedProxies: commaList(env.TRUSTED_PROXIES),
    speedTestOrigin: env.SPEED_TEST_ORIGIN ?? null,
    gateways,
    /** Stand-ins take the gateways' place where no gateway has keys, never in production. */
    sandbox: !production && Object.values(gateways).every((settings) => settings === null),
    checkoutOrigins: commaList(env.CHECKOUT_ORIGINS),
    gatewayTimeoutMs: env.GATEWAY_TIMEOUT_MS,
    reconcileIntervalS: env.RECONCILE_INTERVAL_S,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    limits: {
      readsPerMinute: env.RATE_LIMIT_READS_PER_MINUTE,
      writesPerMinute: env.RATE_LIMIT_WRITES_PER_MINUTE,
      signInsPerMinute: env.RATE_LIMIT_SIGN_INS_PER_MINUTE,
      registrationsPerHour: env.RATE_LIMIT_REGISTRATIONS_PER_HOUR,
    },
  };
}

/** Reads the environment. Throws ConfigurationError naming every fault at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    throw new ConfigurationError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const settings = result.data;
  const faults = [
    ...gatewayFaults(settings, new Set(Object.keys(given))),
    ...(settings.NODE_ENV === 'production' ? productionFaults(settings) : []),
    ...listFaults(settings),
  ];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return groupSettings(settings);
}
