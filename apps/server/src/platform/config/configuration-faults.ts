import { resolve, sep } from 'node:path';
import { type IntakeProvider, intakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { isLoopbackHost } from '@portal/kernel/network-address';
import { type Environment, environment, origin, proxyAddress } from './environment.ts';
import { readNasSecrets } from './nas-secrets.ts';
import { secretFaults, weakSecretFaults } from './secret-faults.ts';
import { readStampKeys } from './stamp-keys.ts';

/** The entries of a comma-separated list, without empty ones. */
export function commaList(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `host:port`, with IPv6 in brackets; null for anything else. */
export function readHostAndPort(entry: string): { readonly host: string; readonly port: number } | null {
  const [, bracketed, bare, port] = /^(?:\[([^\]]+)\]|([^\s:[\]]+)):(\d{1,5})$/.exec(entry) ?? [];
  const host = bracketed ?? bare;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  return { host, port: Number(port) };
}

function sentinelFaults(env: Environment, given: ReadonlySet<string>): string[] {
  if (!given.has('REDIS_SENTINELS')) {
    return (['REDIS_SENTINEL_MASTER', 'REDIS_PASSWORD'] as const)
      .filter((name) => given.has(name))
      .map((name) => `${name} has no effect without REDIS_SENTINELS`);
  }
  const faults = commaList(env.REDIS_SENTINELS)
    .filter((entry) => readHostAndPort(entry) === null)
    .map((entry) => `REDIS_SENTINELS: ${entry} is not host:port`);
  if (given.has('REDIS_URL')) faults.push('REDIS_URL and REDIS_SENTINELS are both set: the Sentinels name the address');
  return faults;
}

/** Variables that only make sense together. */
const vendorVariables = {
  Paystack: ['PAYSTACK_SECRET_KEY'],
  Flutterwave: ['FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_WEBHOOK_HASH'],
  Quickteller: [
    'INTERSWITCH_CLIENT_ID',
    'INTERSWITCH_CLIENT_SECRET',
    'INTERSWITCH_MERCHANT_CODE',
    'INTERSWITCH_PAYABLE_CODE',
    'INTERSWITCH_WEBHOOK_SECRET',
  ],
  Monnify: ['MONNIFY_API_KEY', 'MONNIFY_SECRET_KEY', 'MONNIFY_CONTRACT_CODE'],
  Termii: ['TERMII_API_KEY'],
  'Africa’s Talking': ['AFRICASTALKING_API_KEY', 'AFRICASTALKING_USERNAME'],
  WhatsApp: ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
  USSD: ['USSD_CODE', 'USSD_CALLBACK_SECRET'],
  'The directory': ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES_CLAIM'],
} as const satisfies Record<string, readonly (keyof Environment)[]>;

/** Variables that have no effect without the ones above. */
const vendorExtras = {
  Paystack: ['PAYSTACK_BASE_URL', 'PAYSTACK_DIRECT_DEBIT'],
  Flutterwave: ['FLUTTERWAVE_BASE_URL'],
  Quickteller: ['INTERSWITCH_BASE_URL', 'INTERSWITCH_TOKEN_URL'],
  Monnify: ['MONNIFY_BASE_URL', 'MONNIFY_BANKS'],
  Termii: ['TERMII_SENDER_ID', 'TERMII_BASE_URL', 'TERMII_WEBHOOK_SECRET'],
  'Africa’s Talking': ['AFRICASTALKING_SENDER_ID', 'AFRICASTALKING_BASE_URL', 'AFRICASTALKING_REPORT_TOKEN'],
  WhatsApp: ['WHATSAPP_BASE_URL', 'WHATSAPP_BUSINESS_ACCOUNT_ID'],
  USSD: [],
  'The directory': ['OIDC_EMAIL_VERIFIED'],
} as const satisfies Record<keyof typeof vendorVariables, readonly (keyof Environment)[]>;

function vendorFaults(given: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  for (const [vendor, names] of Object.entries(vendorVariables)) {
    const missing = names.filter((name) => !given.has(name));
    const extras: readonly string[] = vendorExtras[vendor as keyof typeof vendorVariables];
    const started = missing.length < names.length || extras.some((name) => given.has(name));
    if (started) faults.push(...missing.map((name) => `${name} is missing: ${vendor} is only half configured`));
  }
  return faults;
}

/**
 * Secrets and customers' data travel over this connection, so it must be encrypted; loopback
 * addresses need no encryption.
 */
function isUnprotected(url: string | undefined): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed?.protocol === 'http:' && !isLoopbackHost(parsed.hostname);
}

/** Addresses that receive keys, cookies or customers. */
const PROTECTED = [
  'PUBLIC_URL',
  'PAYSTACK_BASE_URL',
  'FLUTTERWAVE_BASE_URL',
  'INTERSWITCH_BASE_URL',
  'INTERSWITCH_TOKEN_URL',
  'MONNIFY_BASE_URL',
  'TERMII_BASE_URL',
  'AFRICASTALKING_BASE_URL',
  'OIDC_ISSUER',
  'EINVOICE_BASE_URL',
  'WHATSAPP_BASE_URL',
  // A page loaded over https cannot call http addresses.
  'SPEED_TEST_ORIGIN',
] as const satisfies readonly (keyof Environment)[];

function listFaults(env: Environment): string[] {
  const proxies = commaList(env.TRUSTED_PROXIES).filter((address) => !proxyAddress.safeParse(address).success);
  const staff = commaList(env.STAFF_ADDRESSES).filter((address) => !proxyAddress.safeParse(address).success);
  const origins = commaList(env.CHECKOUT_ORIGINS).filter((address) => !origin.safeParse(address).success);
  const testers = commaList(env.SPEED_TEST_ALLOWED_ORIGINS).filter(
    (address) => address !== '*' && URL.parse(address)?.origin !== address,
  );
  return [
    ...(env.DATABASE_MIGRATION_URL && !env.DATABASE_URL
      ? ['DATABASE_MIGRATION_URL needs DATABASE_URL: the embedded database has both accounts by itself']
      : []),
    ...(env.DATABASE_REPLICA_URL && !env.DATABASE_URL
      ? ['DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica']
      : []),
    ...readNasSecrets('NAS_SECRETS', commaList(env.NAS_SECRETS)).faults,
    ...readNasSecrets('NAS_SECRETS_PREVIOUS', commaList(env.NAS_SECRETS_PREVIOUS)).faults,
    ...testers.map((address) => `SPEED_TEST_ALLOWED_ORIGINS: ${address} is not an origin such as https://host`),
    ...proxies.map((address) => `TRUSTED_PROXIES: ${address} is not an IP address or CIDR block`),
    ...staff.map((address) => `STAFF_ADDRESSES: ${address} is not an IP address or CIDR block`),
    ...origins.map((address) => `CHECKOUT_ORIGINS: ${address} is not an http or https origin`),
  ];
}

const INTAKE_KEYS = {
  paystack: 'PAYSTACK_SECRET_KEY',
  monnify: 'MONNIFY_SECRET_KEY',
  flutterwave: 'FLUTTERWAVE_SECRET_KEY',
} as const satisfies Record<IntakeProvider, keyof Environment>;

/** Who is to open account numbers needs keys, but in the sandbox, which has none at all. */
function virtualAccountFaults(env: Environment, given: ReadonlySet<string>): string[] {
  const hasKeys = Object.values(INTAKE_KEYS).some((name) => given.has(name)) || env.NODE_ENV === 'production';
  return commaList(env.VIRTUAL_ACCOUNTS).flatMap((name) => {
    const provider = intakeProvider.options.find((option) => option === name);
    if (!provider) return [`VIRTUAL_ACCOUNTS: ${name} is not one of ${intakeProvider.options.join(', ')}`];
    const key = INTAKE_KEYS[provider];
    return hasKeys && !given.has(key) ? [`VIRTUAL_ACCOUNTS names ${name}, and ${key} is missing`] : [];
  });
}

const EINVOICE_NEEDS = [
  'EINVOICE_BASE_URL',
  'EINVOICE_API_KEY',
  'EINVOICE_API_SECRET',
  'EINVOICE_BUSINESS_ID',
  'EINVOICE_SERVICE_ID',
] as const satisfies readonly (keyof Environment)[];

/** Without a provider, e-invoicing is for the sandbox alone. */
function eInvoicingFaults(env: Environment, given: ReadonlySet<string>): string[] {
  const missing = EINVOICE_NEEDS.filter((name) => !given.has(name));
  const isStarted = missing.length < EINVOICE_NEEDS.length;
  if (!env.EINVOICING)
    return isStarted && !given.has('EINVOICING') ? ['EINVOICING is not set: nothing is registered without it'] : [];
  const keys = env.EINVOICE_CRYPTO_KEYS;
  return [
    ...(isStarted || env.NODE_ENV === 'production'
      ? missing.map((name) => `${name} is missing: documents cannot be registered without it`)
      : []),
    ...(keys !== undefined && readStampKeys(keys) === null
      ? ['EINVOICE_CRYPTO_KEYS has no public key with a certificate: put the content of crypto_keys.txt there']
      : []),
    ...(env.EINVOICE_PROVIDER === 'mbs' && isStarted && keys === undefined
      ? ['EINVOICE_CRYPTO_KEYS is missing: this provider makes no QR codes']
      : []),
  ];
}

/** What says more about a mailbox that nobody named. */
function mailboxFaults(given: ReadonlySet<string>): string[] {
  if (given.has('IMAP_URL')) return [];
  return (['SUPPORT_ADDRESS', 'IMAP_AUTHSERV_ID'] as const)
    .filter((name) => given.has(name))
    .map((name) => `${name} has no effect without IMAP_URL`);
}

/** Whether a backup there would be lost together with the data folder. */
export function isInsideDataFolder(backupDir: string, dataDir: string): boolean {
  return `${resolve(backupDir)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`);
}

function backupFaults({ BACKUP_DIR, BACKUP_RECIPIENTS, DATA_DIR }: Environment): string[] {
  if (BACKUP_DIR === undefined) return [];
  const faults: string[] = [];
  if (BACKUP_RECIPIENTS === undefined) {
    faults.push('BACKUP_RECIPIENTS is missing: nothing is copied to BACKUP_DIR unencrypted (npm run backup-key)');
  }
  if (isInsideDataFolder(BACKUP_DIR, DATA_DIR)) {
    faults.push('BACKUP_DIR is inside DATA_DIR: one lost disk would take both');
  }
  return faults;
}

const DEFAULTS = environment.parse({});

/** Whether a vendor's address is the default; any other address is a sandbox or a fake. */
export function isVendorsHost(
  env: Environment,
  name: 'PAYSTACK_BASE_URL' | 'FLUTTERWAVE_BASE_URL' | 'INTERSWITCH_BASE_URL',
): boolean {
  return new URL(env[name]).host === new URL(DEFAULTS[name]).host;
}

/**
 * A vendor's own host serves both modes; only the key shows whether its published test cards are
 * accepted.
 */
const TEST_KEYS = [
  ['PAYSTACK_SECRET_KEY', /^sk_test_/, 'PAYSTACK_BASE_URL'],
  ['FLUTTERWAVE_SECRET_KEY', /^FLWSECK_TEST/, 'FLUTTERWAVE_BASE_URL'],
] as const;

function testKeyFaults(env: Environment): string[] {
  return TEST_KEYS.filter(([key, isTest, baseUrl]) => isTest.test(env[key] ?? '') && isVendorsHost(env, baseUrl)).map(
    ([key, , baseUrl]) =>
      `${key} is a test key: anybody could pay with a published test card; production takes one only where ${baseUrl} is not the vendor’s own`,
  );
}

function productionFaults(env: Environment, given: ReadonlySet<string>): string[] {
  const faults: string[] = PROTECTED.filter((name) => isUnprotected(env[name])).map(
    (name) => `${name} must be https in production`,
  );
  for (const address of commaList(env.CHECKOUT_ORIGINS).filter(isUnprotected)) {
    faults.push(`CHECKOUT_ORIGINS: ${address} must be https in production`);
  }
  if (!given.has('SESSION_SECRET')) faults.push('SESSION_SECRET is required in production');
  if (!given.has('PUBLIC_URL')) faults.push('PUBLIC_URL is required in production');
  if (env.DEMO_DATA === true) faults.push('DEMO_DATA cannot be on in production');
  if (env.TEST_CLOCK) faults.push('TEST_CLOCK cannot be on in production');
  return [...faults, ...testKeyFaults(env), ...weakSecretFaults(env)];
}

/**
 * Unless the mode is `production`, anyone can sign in as the demo admin and read the outbox. With
 * real gateways configured, an omitted mode is therefore a fault.
 */
function forgottenModeFaults(env: Environment, given: ReadonlySet<string>): string[] {
  const isPublic = env.PUBLIC_URL !== undefined && !isLoopbackHost(new URL(env.PUBLIC_URL).hostname);
  const reachesVendor = (['Paystack', 'Flutterwave', 'Quickteller'] as const).some((gateway) => {
    const [baseUrl] = vendorExtras[gateway];
    const hasKeys = vendorVariables[gateway].every((name) => given.has(name));
    return hasKeys && !isLoopbackHost(new URL(env[baseUrl]).hostname);
  });
  if (given.has('NODE_ENV') || !isPublic || !reachesVendor) return [];
  return [
    'NODE_ENV is missing: beside a gateway’s keys and a public PUBLIC_URL it has to say whether the demo accounts and the outbox are open (development) or not (production)',
  ];
}

/**
 * The faults in combinations of variables. `given` lists the names that were set; `env` lacks those
 * whose value is malformed.
 */
export function configurationFaults(env: Environment, given: ReadonlySet<string>): string[] {
  return [
    ...vendorFaults(given),
    ...sentinelFaults(env, given),
    ...mailboxFaults(given),
    ...virtualAccountFaults(env, given),
    ...eInvoicingFaults(env, given),
    ...secretFaults(env, given),
    ...(env.NODE_ENV === 'production' ? productionFaults(env, given) : []),
    ...listFaults(env),
    ...backupFaults(env),
    ...forgottenModeFaults(env, given),
  ];
}
