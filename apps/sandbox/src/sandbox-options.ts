/** Those with a checkout page. */
export const CHECKOUTS = ['paystack', 'flutterwave', 'quickteller'] as const;
export type Checkout = (typeof CHECKOUTS)[number];
export const GATEWAYS = [...CHECKOUTS, 'monnify'] as const;
export type Gateway = (typeof GATEWAYS)[number];

/** Whom the sandbox stands in for. */
export const VENDORS = [...GATEWAYS, 'authority', 'whatsapp'] as const;
export type Vendor = (typeof VENDORS)[number];

/** An operation of a gateway, of the tax authority or of WhatsApp; `webhook` is the gateway's own. */
export const OPERATIONS = [
  'initialize',
  'verify',
  'charge',
  'refund',
  'token',
  'list',
  'settlements',
  'deactivate',
  'mandate',
  'find-mandate',
  'validate',
  'register',
  'transmit',
  'find',
  'send',
  'media',
  'templates',
  'numbers',
  'webhook',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The secrets that both sides of each vendor's protocol share. */
export interface SandboxKeys {
  readonly paystackSecretKey: string;
  readonly flutterwaveSecretKey: string;
  readonly flutterwaveWebhookHash: string;
  readonly interswitchClientId: string;
  readonly interswitchClientSecret: string;
  readonly interswitchMerchantCode: string;
  readonly interswitchPayableCode: string;
  readonly interswitchWebhookSecret: string;
  readonly monnifyApiKey: string;
  readonly monnifySecretKey: string;
  readonly monnifyContractCode: string;
}

/** Keys of an unconfigured machine. Public on purpose: they are valid only for a sandbox. */
export const SANDBOX_KEYS: SandboxKeys = {
  paystackSecretKey: 'sk_test_sandbox',
  flutterwaveSecretKey: 'FLWSECK_TEST-sandbox-X',
  flutterwaveWebhookHash: 'sandbox-flutterwave-hash',
  interswitchClientId: 'sandbox-client',
  interswitchClientSecret: 'sandbox-client-secret',
  interswitchMerchantCode: 'MX6072',
  interswitchPayableCode: '9405967',
  interswitchWebhookSecret: 'sandbox-interswitch-webhook',
  monnifyApiKey: 'MK_TEST_SANDBOX',
  monnifySecretKey: 'sandbox-monnify-secret',
  monnifyContractCode: '5867418298',
};

/** The business whose documents the sandbox's tax authority registers. */
export const SANDBOX_AUTHORITY = {
  apiKey: 'sandbox-e-invoice-key',
  apiSecret: 'sandbox-e-invoice-secret',
  businessId: '5c1b2a3d-0000-4000-8000-000000000001',
  serviceId: '94ND90NR',
} as const;

/** The sandbox's access to WhatsApp. */
export const SANDBOX_WHATSAPP = {
  token: 'sandbox-whatsapp-token',
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  displayNumber: '+234 901 234 5678',
  appSecrets: ['sandbox-whatsapp-app-secret'],
  verifyToken: 'sandbox-whatsapp-verify-token',
} as const;

/** The telephone of a machine without USSD and SMS provider. Public on purpose, as the keys are. */
export const SANDBOX_TELEPHONE = {
  code: '*347*000#',
  ussdSecret: 'sandbox-ussd-callback-secret',
  textToken: 'sandbox-inbound-text-token',
  number: '+2348031234567',
} as const;

/** The saved card of the demo customer, at Paystack. */
export const DEMO_CARD = { code: 'AUTH_demo', email: 'customer@example.com' };

/** One call to a fake, as the gateway saw it. Keys are never stored. */
export interface RecordedCall {
  readonly at: string;
  readonly gateway: Vendor;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly reference: string | null;
  readonly body: unknown;
}

/**
 * `seen`: nothing has happened yet; `acted`: the ledger has the effect, nothing is answered;
 * `answered`: the answer was sent.
 */
export type CallMoment = 'seen' | 'acted' | 'answered';

export interface SandboxLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface SandboxOptions {
  /**
   * URL prefix that the browser sees, without a trailing slash: http://127.0.0.1:3000/sandbox. Read
   * again for each address.
   */
  readonly publicBase: string;
  /** The merchant's name on the checkout page. */
  readonly merchantName: string;
  /** Full URL of the portal's webhook for a gateway, or for WhatsApp; read again for each delivery. */
  readonly webhookTarget: (sender: Gateway | 'whatsapp') => string;
  readonly keys: SandboxKeys;
  /** Append-only JSON lines that survive a restart; null stores everything in memory. */
  readonly storeFile: string | null;
  readonly clock: () => Date;
  /** A new UUID for each call. */
  readonly newId: () => string;
  readonly log: SandboxLog;
  /** After how long a chosen bank transfer arrives. Default 10000. */
  readonly delayedTransferMs?: number;
  /** After how long a bank activates an approved mandate. Default 30000. */
  readonly mandateActivationMs?: number;
  /** After how long a charge of a bank account is decided. Default 5000. */
  readonly directDebitMs?: number;
  /** After how long a refund is processed. Default 500. */
  readonly refundMs?: number;
  /** Pays out each day what was paid before it, as the vendors do; else only the control API does. */
  readonly settlesDaily?: boolean;
  /**
   * Growing intervals between webhook attempts; the last one repeats until 200 or 72 hours. Default
   * 0.5 s to 60 s.
   */
  readonly webhookRetryDelaysMs?: readonly number[];
  /**
   * Folder with overpass-latin.woff2 and overpass-nigeria.woff2; without it the checkout page uses
   * the system's font.
   */
  readonly fontFolder?: string;
  /**
   * Called synchronously at each API call, so that a crash test can kill the portal at an exact
   * moment.
   */
  readonly onCall?: (moment: CallMoment, call: RecordedCall) => void;
}
