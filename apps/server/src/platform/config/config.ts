import { resolve } from 'node:path';
import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { type IntakeProvider, intakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import type { Kobo } from '@portal/kernel/money';
import { isLoopbackHost } from '@portal/kernel/network-address';
import * as z from 'zod/mini';
import { acceptedSecrets } from '../crypto/accepted-secrets.ts';
import { commaList, configurationFaults, isVendorsHost, readHostAndPort } from './configuration-faults.ts';
import { type Environment, environment, secretNames } from './environment.ts';
import { readNasSecrets } from './nas-secrets.ts';
import { readSecretFiles } from './secret-files.ts';
import { readStampKeys } from './stamp-keys.ts';

/** `webhookSecrets`, here and below: those whose webhooks are accepted. */
export type PaystackSettings = {
  secretKey: string;
  webhookSecrets: readonly string[];
  baseUrl: string;
  directDebit: boolean;
};
export type FlutterwaveSettings = { secretKey: string; webhookSecrets: readonly string[]; baseUrl: string };
export type InterswitchSettings = {
  clientId: string;
  clientSecret: string;
  merchantCode: string;
  payableCode: string;
  webhookSecrets: readonly string[];
  baseUrl: string;
  tokenUrl: string;
};

export type GatewaySettings = {
  paystack: PaystackSettings | null;
  flutterwave: FlutterwaveSettings | null;
  interswitch: InterswitchSettings | null;
};

/** `banks`: the codes of those that open numbers; empty for all. */
export type MonnifySettings = {
  apiKey: string;
  secretKey: string;
  webhookSecrets: readonly string[];
  contractCode: string;
  banks: readonly string[];
  baseUrl: string;
};

/** Who opens account numbers for customers; none where nothing is switched on. */
export type VirtualAccountSettings = {
  readonly providers: readonly IntakeProvider[];
  /** Null where it has no keys. */
  readonly monnify: MonnifySettings | null;
  /** As Paystack names them, in the order in which customers see them. */
  readonly paystackBanks: readonly string[];
};

/** What a gateway takes at once, in kobo; left out where the operator has named no limit. */
export type LargestPayments = Readonly<Partial<Record<GatewayId, Kobo | undefined>>>;

/** Without a configured sender, each provider uses its default. */
export type TermiiSettings = { apiKey: string; senderId: string | null; baseUrl: string };
export type AfricasTalkingSettings = { apiKey: string; username: string; senderId: string | null; baseUrl: string };

export type SmsSettings = { termii: TermiiSettings | null; africasTalking: AfricasTalkingSettings | null };

/**
 * The validated configuration, grouped. `publicUrl` is null until the port is known when PORT is 0
 * and PUBLIC_URL unset.
 */
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

/**
 * Interswitch's live API and its OAuth are on two hosts; elsewhere one serves both unless
 * configured otherwise.
 */
const INTERSWITCH_TOKEN_URL = 'https://passport.interswitchng.com';

/** The values that are set, the present one first. */
function given(...values: readonly (string | undefined)[]): readonly string[] {
  return acceptedSecrets(...values) ?? [];
}

function groupGateways(env: Environment): GatewaySettings {
  return {
    paystack: env.PAYSTACK_SECRET_KEY
      ? {
          secretKey: env.PAYSTACK_SECRET_KEY,
          webhookSecrets: given(env.PAYSTACK_SECRET_KEY, env.PAYSTACK_SECRET_KEY_PREVIOUS),
          baseUrl: env.PAYSTACK_BASE_URL,
          directDebit: env.PAYSTACK_DIRECT_DEBIT,
        }
      : null,
    flutterwave:
      env.FLUTTERWAVE_SECRET_KEY && env.FLUTTERWAVE_WEBHOOK_HASH
        ? {
            secretKey: env.FLUTTERWAVE_SECRET_KEY,
            webhookSecrets: given(env.FLUTTERWAVE_WEBHOOK_HASH, env.FLUTTERWAVE_WEBHOOK_HASH_PREVIOUS),
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
            webhookSecrets: given(env.INTERSWITCH_WEBHOOK_SECRET, env.INTERSWITCH_WEBHOOK_SECRET_PREVIOUS),
            baseUrl: env.INTERSWITCH_BASE_URL,
            tokenUrl:
              env.INTERSWITCH_TOKEN_URL ??
              (isVendorsHost(env, 'INTERSWITCH_BASE_URL') ? INTERSWITCH_TOKEN_URL : env.INTERSWITCH_BASE_URL),
          }
        : null,
  };
}

function groupVirtualAccounts(env: Environment, isSandbox: boolean): VirtualAccountSettings {
  const named = commaList(env.VIRTUAL_ACCOUNTS).flatMap((name) => {
    const provider = z.safeParse(intakeProvider, name);
    return provider.success ? [provider.data] : [];
  });
  return {
    providers: env.VIRTUAL_ACCOUNTS === undefined && isSandbox ? intakeProvider.options : named,
    monnify:
      env.MONNIFY_API_KEY && env.MONNIFY_SECRET_KEY && env.MONNIFY_CONTRACT_CODE
        ? {
            apiKey: env.MONNIFY_API_KEY,
            secretKey: env.MONNIFY_SECRET_KEY,
            webhookSecrets: given(env.MONNIFY_SECRET_KEY, env.MONNIFY_SECRET_KEY_PREVIOUS),
            contractCode: env.MONNIFY_CONTRACT_CODE,
            banks: commaList(env.MONNIFY_BANKS),
            baseUrl: env.MONNIFY_BASE_URL,
          }
        : null,
    paystackBanks: commaList(env.PAYSTACK_VIRTUAL_BANKS),
  };
}

function groupLargestPayments(env: Environment): LargestPayments {
  return {
    paystack: env.PAYSTACK_LARGEST_NAIRA,
    flutterwave: env.FLUTTERWAVE_LARGEST_NAIRA,
    quickteller: env.INTERSWITCH_LARGEST_NAIRA,
  };
}

function groupSmsProviders(env: Environment): SmsSettings {
  return {
    termii: env.TERMII_API_KEY
      ? {
          apiKey: env.TERMII_API_KEY,
          senderId: env.TERMII_SENDER_ID ?? null,
          baseUrl: env.TERMII_BASE_URL,
        }
      : null,
    africasTalking:
      env.AFRICASTALKING_API_KEY && env.AFRICASTALKING_USERNAME
        ? {
            apiKey: env.AFRICASTALKING_API_KEY,
            username: env.AFRICASTALKING_USERNAME,
            senderId: env.AFRICASTALKING_SENDER_ID ?? null,
            baseUrl: env.AFRICASTALKING_BASE_URL,
          }
        : null,
  };
}

/** The secrets that authenticate the delivery reports of SMS providers; none: they are refused. */
function groupReportSecrets(env: Environment) {
  return {
    termii: given(env.TERMII_WEBHOOK_SECRET, env.TERMII_WEBHOOK_SECRET_PREVIOUS),
    'africas-talking': given(env.AFRICASTALKING_REPORT_TOKEN, env.AFRICASTALKING_REPORT_TOKEN_PREVIOUS),
  };
}

/** The menu on the telephone; null where there is none. */
export type UssdSettings = { readonly code: string; readonly secrets: readonly string[] };

function groupUssd(env: Environment): UssdSettings | null {
  if (!env.USSD_CODE || !env.USSD_CALLBACK_SECRET) return null;
  return { code: env.USSD_CODE, secrets: given(env.USSD_CALLBACK_SECRET, env.USSD_CALLBACK_SECRET_PREVIOUS) };
}

/** '20:00-08:00' in minutes after midnight. */
function readQuietHours(text: string) {
  const [fromMinute = 0, untilMinute = 0] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { fromMinute, untilMinute };
}

function groupLimits(env: Environment) {
  return {
    readsPerMinute: env.RATE_LIMIT_READS_PER_MINUTE,
    writesPerMinute: env.RATE_LIMIT_WRITES_PER_MINUTE,
    signInsPerMinute: env.RATE_LIMIT_SIGN_INS_PER_MINUTE,
    registrationsPerHour: env.RATE_LIMIT_REGISTRATIONS_PER_HOUR,
    salesRequestsPerHour: env.RATE_LIMIT_SALES_REQUESTS_PER_HOUR,
    quickPayPerMinute: env.RATE_LIMIT_QUICK_PAY_PER_MINUTE,
    quickPayPerHour: env.RATE_LIMIT_QUICK_PAY_PER_HOUR,
    signedInReadsPerMinute: env.RATE_LIMIT_SIGNED_IN_READS_PER_MINUTE,
    signedInWritesPerMinute: env.RATE_LIMIT_SIGNED_IN_WRITES_PER_MINUTE,
    accountReadsPerMinute: env.RATE_LIMIT_ACCOUNT_READS_PER_MINUTE,
    accountWritesPerMinute: env.RATE_LIMIT_ACCOUNT_WRITES_PER_MINUTE,
    apiKeyCallsPerMinute: env.RATE_LIMIT_API_KEY_CALLS_PER_MINUTE,
    registrationsPerDevicePerHour: env.RATE_LIMIT_REGISTRATIONS_PER_DEVICE_PER_HOUR,
    failedSignInsPerMinute: env.RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE,
    concurrentRequests: env.REQUESTS_AT_ONCE,
  };
}

/** The address of one Redis, or the Sentinels that know which one is the master; null for neither. */
export type RedisSettings =
  | { readonly url: string }
  | {
      readonly sentinels: readonly { readonly host: string; readonly port: number }[];
      readonly master: string;
      readonly password: string | null;
    };

function groupRedis(env: Environment): RedisSettings | null {
  const sentinels = commaList(env.REDIS_SENTINELS).flatMap((entry) => readHostAndPort(entry) ?? []);
  if (sentinels.length > 0) {
    return { sentinels, master: env.REDIS_SENTINEL_MASTER, password: env.REDIS_PASSWORD ?? null };
  }
  return env.REDIS_URL === undefined ? null : { url: env.REDIS_URL };
}

/**
 * The directory in which staff sign in. `rolesClaim` and `verifiedClaim` are a name or a path with dots;
 * with null the directory's addresses count as verified.
 */
export type DirectorySettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly rolesClaim: string;
  readonly verifiedClaim: string | null;
};

function groupDirectory(env: Environment): DirectorySettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  const rolesClaim = env.OIDC_ROLES_CLAIM;
  const verifiedClaim = env.OIDC_EMAIL_VERIFIED === 'trusted' ? null : env.OIDC_EMAIL_VERIFIED;
  if (!issuer || !clientId || !clientSecret || !rolesClaim) return null;
  return { issuer, clientId, clientSecret, rolesClaim, verifiedClaim };
}

/**
 * The mailbox that the portal reads; null where it reads none. `supportAddress` null: the brand's.
 * `authservId`: whose Authentication-Results are believed.
 */
export type InboundMailSettings = {
  readonly url: string;
  readonly supportAddress: string | null;
  readonly authservId: string;
};

function groupInboundMail({ IMAP_URL: url, ...env }: Environment): InboundMailSettings | null {
  if (url === undefined) return null;
  const authservId = env.IMAP_AUTHSERV_ID ?? new URL(url).hostname;
  return { url, supportAddress: env.SUPPORT_ADDRESS ?? null, authservId };
}

/**
 * Access to WhatsApp. Null where there is none; `sandbox` where the sandbox's fake is to stand in. A
 * webhook is accepted when any of `appSecrets` has signed it.
 */
export type WhatsAppSettings = {
  readonly token: string;
  readonly phoneNumberId: string;
  readonly businessAccountId: string;
  readonly appSecrets: readonly string[];
  readonly verifyToken: string;
  readonly baseUrl: string;
};

function groupWhatsApp(env: Environment): WhatsAppSettings | 'sandbox' | null {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_APP_SECRET: appSecret } = env;
  const { WHATSAPP_BUSINESS_ACCOUNT_ID: businessAccountId = '', WHATSAPP_VERIFY_TOKEN: verifyToken } = env;
  if (!token || !phoneNumberId || !appSecret || !verifyToken) return env.WHATSAPP ?? null;
  const appSecrets = given(appSecret, env.WHATSAPP_APP_SECRET_PREVIOUS);
  const baseUrl = env.WHATSAPP_BASE_URL.replace(/\/+$/, '');
  return { token, phoneNumberId, businessAccountId, appSecrets, verifyToken, baseUrl };
}

/** How documents are registered. Null where nothing is registered; `access` null where the sandbox is to register. */
function groupEInvoicing(env: Environment) {
  if (!env.EINVOICING) return null;
  const { EINVOICE_BASE_URL: baseUrl, EINVOICE_API_KEY: apiKey, EINVOICE_API_SECRET: apiSecret } = env;
  const { EINVOICE_BUSINESS_ID: businessId, EINVOICE_SERVICE_ID: serviceId } = env;
  const pace = { callsAMinute: env.EINVOICE_CALLS_A_MINUTE, callsAtOnce: env.EINVOICE_CALLS_AT_ONCE };
  const stampKeys = env.EINVOICE_CRYPTO_KEYS === undefined ? null : readStampKeys(env.EINVOICE_CRYPTO_KEYS);
  const access =
    baseUrl && apiKey && apiSecret && businessId && serviceId
      ? { baseUrl, apiKey, apiSecret, businessId, serviceId }
      : null;
  return { provider: env.EINVOICE_PROVIDER, stampKeys, ...pace, access };
}

/** Null where the portal itself copies nothing to a backup. */
function groupBackup(env: Environment) {
  if (env.BACKUP_DIR === undefined) return null;
  return { folder: resolve(env.BACKUP_DIR), recipients: commaList(env.BACKUP_RECIPIENTS) };
}

/** Where traces go; null for nowhere. */
function tracingOf(env: Environment) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio, OTEL_SERVICE_NAME: serviceName } = env;
  return endpoint === undefined ? null : { endpoint, ratio, serviceName };
}

function groupSettings(env: Environment) {
  const production = env.NODE_ENV === 'production';
  const gateways = groupGateways(env);
  /** The sandbox replaces the gateways where none has keys, never in production. */
  const sandbox = !production && Object.values(gateways).every((settings) => settings === null);
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    dataDir: resolve(env.DATA_DIR),
    /** Null where customers dial none. */
    backup: groupBackup(env),
    databaseUrl: env.DATABASE_URL ?? null,
    /** Null where the portal's account owns the tables. */
    migrationUrl: env.DATABASE_MIGRATION_URL ?? null,
    replicaUrl: env.DATABASE_REPLICA_URL ?? null,
    redis: groupRedis(env),
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    /** Null where none is set: then one is generated in the data folder. */
    sessionSecrets: acceptedSecrets(env.SESSION_SECRET, env.SESSION_SECRET_PREVIOUS),
    encryptionKey: env.ENCRYPTION_KEY ?? null,
    previousEncryptionKey: env.ENCRYPTION_KEY_PREVIOUS ?? null,
    demoData: env.DEMO_DATA ?? !production,
    testClock: env.TEST_CLOCK,
    shutdownDelayMs: env.SHUTDOWN_DELAY_S * 1000,
    logLevel: env.LOG_LEVEL,
    tracing: tracingOf(env),
    metricsTokens: given(env.METRICS_TOKEN, env.METRICS_TOKEN_PREVIOUS),
    networkTokens: given(env.NETWORK_TOKEN, env.NETWORK_TOKEN_PREVIOUS),
    nasSecrets: readNasSecrets('NAS_SECRETS', commaList(env.NAS_SECRETS)).secrets,
    previousNasSecrets: readNasSecrets('NAS_SECRETS_PREVIOUS', commaList(env.NAS_SECRETS_PREVIOUS)).secrets,
    uploadPercent: env.UPLOAD_PERCENT,
    grievanceAnswerDays: env.GRIEVANCE_ANSWER_DAYS,
    quietHours: readQuietHours(env.QUIET_HOURS),
    /** Null where none is set: then one is generated in the data folder. */
    vapidPrivateKeys: acceptedSecrets(env.VAPID_PRIVATE_KEY, env.VAPID_PRIVATE_KEY_PREVIOUS),
    webhookAllowedPrivateHosts: commaList(env.WEBHOOK_ALLOWED_PRIVATE_HOSTS).map((host) => host.toLowerCase()),
    trustedProxies: commaList(env.TRUSTED_PROXIES),
    staffAddresses: commaList(env.STAFF_ADDRESSES),
    directory: groupDirectory(env),
    speedTestOrigin: env.SPEED_TEST_ORIGIN ?? null,
    speedTest: {
      limits: {
        liveTests: env.SPEED_TEST_LIVE_TESTS,
        fastestMbps: env.SPEED_TEST_FASTEST_MBPS,
        dailyBytesPerAddress: env.SPEED_TEST_DAILY_GB_PER_ADDRESS * 1024 ** 3,
      },
      allowedOrigins: commaList(env.SPEED_TEST_ALLOWED_ORIGINS),
    },
    gateways,
    largestPayments: groupLargestPayments(env),
    virtualAccounts: groupVirtualAccounts(env, sandbox),
    sandbox,
    checkoutOrigins: commaList(env.CHECKOUT_ORIGINS),
    gatewayTimeoutMs: env.GATEWAY_TIMEOUT_MS,
    reconcileIntervalS: env.RECONCILE_INTERVAL_S,
    refundApprovalAboveNaira: env.REFUND_APPROVAL_ABOVE_NAIRA,
    pricesIncludeVat: env.PRICES_INCLUDE_VAT,
    seller: { taxId: env.SELLER_TAX_ID ?? null, registrationNumber: env.SELLER_REGISTRATION_NUMBER ?? null },
    renewals: { invoiceDays: env.INVOICE_DAYS, graceDays: env.GRACE_DAYS },
    smtpUrl: env.SMTP_URL ?? null,
    inboundMail: groupInboundMail(env),
    eInvoicing: groupEInvoicing(env),
    whatsApp: groupWhatsApp(env),
    auditAnchorEmail: env.AUDIT_ANCHOR_EMAIL ?? null,
    siem: env.SIEM_URL === undefined ? null : { url: env.SIEM_URL, token: env.SIEM_TOKEN ?? null },
    breachedPasswords: env.BREACH_LIST ?? null,
    clamdUrl: env.CLAMD_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    mailDkimSelector: env.MAIL_DKIM_SELECTOR ?? null,
    smsProviders: groupSmsProviders(env),
    smsReports: groupReportSecrets(env),
    ussd: groupUssd(env),
    smsPartPriceKobo: env.SMS_PART_PRICE_KOBO ?? null,
    phoneCodeLimits: {
      perUserPerHour: env.PHONE_CODES_PER_USER_PER_HOUR,
      perAddressPerHour: env.PHONE_CODES_PER_ADDRESS_PER_HOUR,
      perBlockPerDay: env.PHONE_CODES_PER_BLOCK_PER_DAY,
      perDay: env.PHONE_CODES_PER_DAY,
    },
    limits: groupLimits(env),
  };
}

/** Optional settings that an operator may have forgotten, one sentence each. */
export function listGaps(config: Config): string[] {
  const gaps: string[] = [];
  if (config.publicUrl === null && !isLoopbackHost(config.host)) {
    gaps.push('PUBLIC_URL is not set: what browsers on other machines send is refused');
  }
  if (!config.production) return gaps;
  if (config.databaseUrl === null) {
    gaps.push(
      'DATABASE_URL is not set: the embedded database serves one instance on one machine, and no other takes over when that machine fails',
    );
  }
  if (config.smtpUrl === null) {
    gaps.push('SMTP_URL is not set: receipts and links that set a new password stay in the outbox and are not sent');
  }
  if (Object.values(config.gateways).every((settings) => settings === null)) {
    gaps.push('No gateway has keys: nobody can pay');
  }
  if (config.seller.taxId === null)
    gaps.push('SELLER_TAX_ID is not set: invoices lack the number that tax law asks for');
  return gaps;
}

/**
 * Reads the environment, and the files of secrets that it names. Where there are faults, `config`
 * lacks what is malformed.
 */
export function checkConfig(env: NodeJS.ProcessEnv = process.env): {
  readonly config: Config;
  readonly faults: readonly string[];
} {
  const named: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(env)) if (value.trim() !== '') named[name] = value;
  const { values, faults: fileFaults } = readSecretFiles(named, secretNames);
  const { data, error } = environment.safeParse(values);
  const issues = error?.issues ?? [];
  const malformed = new Set(issues.map(({ path: [name] }) => name));
  const wellFormed = Object.entries(values).filter(([name]) => !malformed.has(name));
  const settings = data ?? environment.parse(Object.fromEntries(wellFormed));
  const isGiven = (name: string): boolean => values[name] !== undefined || named[`${name}_FILE`] !== undefined;
  return {
    config: groupSettings(settings),
    faults: [
      ...fileFaults,
      ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      ...configurationFaults(settings, new Set(Object.keys(environment.shape).filter(isGiven))),
    ],
  };
}

/** Reads the environment. Throws ConfigurationError naming every fault at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { config, faults } = checkConfig(env);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return config;
}
