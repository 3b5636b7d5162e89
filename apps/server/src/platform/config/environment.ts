import { LARGEST_ENTRY_KOBO, nairaFromKobo, toKobo } from '@portal/kernel/money';
import * as z from 'zod';

const text = z.string().trim().min(1);
/** A web origin, or an address below one. */
export const origin = z.url({ protocol: /^https?$/ });
const onOff = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((word) => ['on', 'true', '1'].includes(word));
const senderId = z
  .string()
  .trim()
  .regex(/^[\w .-]{3,11}$/, 'must be 3 to 11 letters or digits');
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** In naira, at most what one entry is. */
const largestPayment = (gateway: string) =>
  z.coerce
    .number()
    .int()
    .min(1000)
    .max(nairaFromKobo(LARGEST_ENTRY_KOBO))
    .transform((naira) => toKobo(naira * 100))
    .optional()
    .describe(
      `The most that ${gateway} takes in one payment, in naira, as your agreement with it says. Customers pay what is more in parts, and are told so. Default: no limit but that of ${gateway} itself, which refuses such a payment`,
    );

/**
 * A secret, which may also stand in a file named by NAME_FILE (secret-files.ts). A password inside
 * an address makes the address one.
 */
function secret<Schema extends z.ZodType>(schema: Schema, meaning: string) {
  return schema.optional().meta({ description: meaning, secret: true });
}

/** The other value of a secret that is accepted while it is being turned. */
function previous<Schema extends z.ZodType>(schema: Schema, meaning: string) {
  return secret(schema, `While the secret is being turned, ${meaning}: docs/secrets.md`);
}

const ownSecret = z.string().min(32);
const token = z.string().min(16);
const vapidKey = z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url');

/** An address, or a block of them such as 10.0.0.0/8. */
export const proxyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/**
 * Every variable the portal reads, with its meaning; docs/configuration.md is generated from this
 * tree. An empty variable counts as absent.
 */
export const environment = z.object({
  // A closed list: a misspelt "production" would otherwise expose the demo accounts to the
  // internet.
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .optional()
    .describe(
      '`production`: no demo data, no sandbox, secure cookies; the start fails when something required is missing',
    ),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port to listen on; 0 takes a free one'),
  HOST: text.default('127.0.0.1').describe('Address to listen on'),
  DATA_DIR: text
    .default('./data')
    .describe('Folder of the embedded database and uploads. Several instances must share its folder `uploads`'),
  DATABASE_URL: secret(
    z.url({ protocol: /^postgres(ql)?$/ }),
    'A PostgreSQL 15 or newer to use instead of the embedded one',
  ),
  DATABASE_MIGRATION_URL: secret(
    z.url({ protocol: /^postgres(ql)?$/ }),
    'The owner of the tables of DATABASE_URL, for migrations and monthly partitions only. With it the portal runs as another account, which may not define tables or change audit records: docs/install.md',
  ),
  DATABASE_REPLICA_URL: secret(
    z.url({ protocol: /^postgres(ql)?$/ }),
    'A streaming replica of DATABASE_URL, where staff’s lists, reports and exports are read while it is at most 10 seconds behind',
  ),
  REDIS_URL: secret(
    z.url({ protocol: /^(redis|valkey)s?$/ }),
    'Redis or Valkey, redis://user:password@host:6379, needed by several instances on one database: carries chats and other live events between them. Not needed by a single instance',
  ),
  BACKUP_DIR: text
    .optional()
    .describe(
      'Folder, on another disk, to which the portal copies the embedded database’s write-ahead log and uploads as they come; the base backups of `npm run backup` belong into the same folder. Needs BACKUP_RECIPIENTS',
    ),
  BACKUP_RECIPIENTS: z
    .string()
    .trim()
    .regex(/^age1[0-9a-z]+(\s*,\s*age1[0-9a-z]+)*$/, 'must be age recipients (age1…), separated by commas')
    .optional()
    .describe(
      'Comma-separated age recipients (age1…) for whom backups are encrypted; `npm run backup-key` makes one. Whoever restores needs the identity that belongs to one of them',
    ),
  BACKUP_IDENTITY_FILE: text
    .optional()
    .describe(
      'File with the age identity (AGE-SECRET-KEY-1…) that decrypts backups, for `npm run restore` and `npm run restore-drill`. Keep it off this machine otherwise',
    ),
  BACKUP_KEEP: z
    .string()
    .trim()
    .regex(/^\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+$/, 'must be four numbers separated by commas')
    .default('2,14,8,12')
    .describe(
      'Which backups `npm run backup` keeps: for so many days all of them, with the log to restore any moment; then one a day for so many days, one a week for so many weeks, one a month for so many months',
    ),
  REDIS_SENTINELS: text
    .optional()
    .describe(
      'Instead of REDIS_URL, where Redis fails over: comma-separated host:port of the Sentinels that know the current master',
    ),
  REDIS_SENTINEL_MASTER: text.default('portal').describe('The name by which the Sentinels know the master'),
  REDIS_PASSWORD: secret(
    z.string(),
    'The password of the master that the Sentinels name; with REDIS_URL it is part of the address',
  ),
  SOCKETS_PER_ADDRESS: count(200).describe(
    'Live sockets that one address may have open at an instance; a tab usually has one',
  ),
  PUBLIC_URL: origin
    .optional()
    .describe(
      'The origin customers use: callbacks, links, Origin checks. Default http://HOST:PORT; required in production',
    ),
  SESSION_SECRET: secret(
    ownSecret,
    'At least 32 characters; keys the stored hashes of sessions, links and codes. Generated once in DATA_DIR; required in production',
  ),
  SESSION_SECRET_PREVIOUS: previous(ownSecret, 'sessions, links and codes made under this value stay valid'),
  ENCRYPTION_KEY: secret(
    ownSecret,
    'At least 32 characters; encrypts saved cards and the secrets of authenticator apps in the database. Without it a key derived from SESSION_SECRET does',
  ),
  ENCRYPTION_KEY_PREVIOUS: previous(ownSecret, 'what was encrypted under this value can be read and is encrypted anew'),
  DEMO_DATA: onOff
    .optional()
    .describe(
      'The demo customer, three friends whose lines are online while the portal runs, and the demo admin, with their history. Default on, off in production where it is refused',
    ),
  TEST_CLOCK: onOff
    .default(false)
    .describe('For tests only: any client may move the clock forward, by POST /sandbox/clock. Refused in production'),
  SHUTDOWN_DELAY_S: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe(
      'Seconds after SIGTERM in which /readyz answers 503 and everything else is still served. Behind a load balancer: longer than its health check takes to notice; docs/upgrades.md has values',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Lowest level that is logged'),
  METRICS_TOKEN: secret(token, 'Bearer token for /metrics; without it only loopback may read them'),
  METRICS_TOKEN_PREVIOUS: previous(token, 'this token reads /metrics, too'),
  NETWORK_TOKEN: secret(
    token,
    'Bearer token with which the RADIUS server calls /api/network, at least 16 characters; without it these calls are refused. With demo data one is generated in DATA_DIR/network-token for the traffic simulator',
  ),
  NETWORK_TOKEN_PREVIOUS: previous(token, 'this token of the RADIUS server is accepted, too'),
  NAS_SECRETS: secret(
    text,
    'Access servers of releases before the console had a list of them, comma-separated: address=secret, or address:port=secret where the port is not 3799, or *=secret for all others. Each is put on that list once, at the start; then the variable is ignored (docs/network.md)',
  ),
  NAS_SECRETS_PREVIOUS: previous(
    text,
    'secrets in the form of NAS_SECRETS are taken over as the former ones of a turn',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: origin
    .optional()
    .describe(
      'Base address of an OpenTelemetry collector (OTLP over HTTP, JSON), for example http://127.0.0.1:4318, that gets traces of requests, statements, calls and jobs. OTEL_EXPORTER_OTLP_HEADERS and the other variables of the exporter count as well. Default: no traces',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The share of traces that is recorded, from 0 to 1'),
  OTEL_SERVICE_NAME: text.default('portal').describe('The name of this service in traces'),
  UPLOAD_PERCENT: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(100)
    .describe('The upload speed of every line, in percent of the download speed of its plan'),
  WEBHOOK_ALLOWED_PRIVATE_HOSTS: text
    .optional()
    .describe(
      'Comma-separated hosts of the operator’s own network (names or addresses, without port) to which webhooks may be delivered, for example an accounting server. Default: none, every private address is refused (docs/webhooks.md)',
    ),
  TRUSTED_PROXIES: text.optional().describe('Comma-separated addresses or CIDR blocks whose X-Forwarded-For counts'),
  STAFF_ADDRESSES: text
    .optional()
    .describe(
      'Comma-separated addresses or CIDR blocks, IPv4 or IPv6, from which staff may use the console, for example those of the office and the VPN; a proxy must be in TRUSTED_PROXIES. Default: every address',
    ),
  OIDC_ISSUER: origin
    .optional()
    .describe(
      'The OpenID Connect directory in which staff sign in beside password and second factor: its issuer, https in production. The redirect URI to register there is PUBLIC_URL/api/login/directory/callback',
    ),
  OIDC_CLIENT_ID: text.optional().describe('The portal’s client at the directory'),
  OIDC_CLIENT_SECRET: secret(text, 'The secret of that client'),
  OIDC_ROLES_CLAIM: text
    .optional()
    .describe(
      'The claim of the ID token or of the user info with the names of somebody’s roles (docs/roles.md), a text or a list; a name or a path such as realm_access.roles',
    ),
  OIDC_EMAIL_VERIFIED: text
    .default('email_verified')
    .describe(
      'The claim by which the directory says that somebody’s address is verified, a name or a path: xms_edov at Entra ID, which sends no email_verified. `trusted` for a directory whose addresses its administrators alone set: every one then counts, and whoever can change their own there can take over a colleague’s account here',
    ),
  SPEED_TEST_ORIGIN: origin
    .optional()
    .describe(
      'Where the speed test measures: the speed-test server run alone, or any LibreSpeed server, with the path of its backend if it has one; default the portal itself; https in production',
    ),
  SPEED_TEST_LIVE_TESTS: count(8).describe('Speed tests that the portal serves at the same time'),
  SPEED_TEST_FASTEST_MBPS: count(1500).describe('The highest rate of one speed test in Mbps, in either direction'),
  SPEED_TEST_DAILY_GB_PER_ADDRESS: count(10).describe(
    'GB that the speed tests of one address may move in 24 hours; one test at 100 Mbps moves 0.04',
  ),
  SPEED_TEST_ALLOWED_ORIGINS: text
    .optional()
    .describe(
      'Comma-separated origins of other pages that may test against the portal; * for all. Default none but the portal',
    ),
  PAYSTACK_SECRET_KEY: secret(
    text,
    'Paystack secret key; also signs its webhooks. A test key (sk_test_…) is refused in production unless PAYSTACK_BASE_URL names another host than the default',
  ),
  PAYSTACK_SECRET_KEY_PREVIOUS: previous(text, 'webhooks signed with this key are accepted, too'),
  PAYSTACK_BASE_URL: origin.default('https://api.paystack.co').describe('Paystack API'),
  PAYSTACK_DIRECT_DEBIT: onOff
    .default(false)
    .describe(
      'Whether customers may have their bills charged to a bank account by a mandate: only once Paystack has switched Direct Debit on for your business. On in the sandbox. docs/mandates.md',
    ),
  PAYSTACK_LARGEST_NAIRA: largestPayment('Paystack'),
  FLUTTERWAVE_SECRET_KEY: secret(
    text,
    'Flutterwave v3 secret key. A test key (FLWSECK_TEST-…) is refused in production unless FLUTTERWAVE_BASE_URL names another host than the default',
  ),
  FLUTTERWAVE_WEBHOOK_HASH: secret(text, 'The secret hash typed into Flutterwave’s dashboard'),
  FLUTTERWAVE_WEBHOOK_HASH_PREVIOUS: previous(text, 'webhooks with this hash are accepted, too'),
  FLUTTERWAVE_BASE_URL: origin.default('https://api.flutterwave.com/v3').describe('Flutterwave API, with /v3'),
  FLUTTERWAVE_LARGEST_NAIRA: largestPayment('Flutterwave'),
  INTERSWITCH_CLIENT_ID: text.optional().describe('Interswitch (Quickteller) client id'),
  INTERSWITCH_CLIENT_SECRET: secret(text, 'Interswitch client secret'),
  INTERSWITCH_MERCHANT_CODE: text.optional().describe('Interswitch merchant code'),
  INTERSWITCH_PAYABLE_CODE: text.optional().describe('Interswitch pay item'),
  INTERSWITCH_WEBHOOK_SECRET: secret(text, 'Signs Interswitch webhooks'),
  INTERSWITCH_WEBHOOK_SECRET_PREVIOUS: previous(text, 'webhooks signed with this secret are accepted, too'),
  INTERSWITCH_BASE_URL: origin.default('https://webpay.interswitchng.com').describe('Interswitch Pay Bill and requery'),
  INTERSWITCH_TOKEN_URL: origin
    .optional()
    .describe(
      'Interswitch OAuth host. Default https://passport.interswitchng.com, or INTERSWITCH_BASE_URL where that is not left at its default',
    ),
  INTERSWITCH_LARGEST_NAIRA: largestPayment('Interswitch'),
  VIRTUAL_ACCOUNTS: text
    .optional()
    .describe(
      'Who opens account numbers of their own for customers, comma-separated: paystack, monnify, flutterwave. Default nobody, but all of them in the sandbox: docs/payments.md',
    ),
  PAYSTACK_VIRTUAL_BANKS: text
    .default('wema-bank')
    .describe(
      'At which banks Paystack opens numbers, comma-separated, as it names them: wema-bank, titan-paystack; test-bank with a test key. A customer gets one at each',
    ),
  MONNIFY_API_KEY: secret(text, 'Monnify API key'),
  MONNIFY_SECRET_KEY: secret(text, 'Monnify secret key; also signs its webhooks'),
  MONNIFY_SECRET_KEY_PREVIOUS: previous(text, 'webhooks signed with this key are accepted, too'),
  MONNIFY_CONTRACT_CODE: text.optional().describe('Monnify contract code'),
  MONNIFY_BASE_URL: origin
    .default('https://api.monnify.com')
    .describe('Monnify API; https://sandbox.monnify.com to try'),
  MONNIFY_BANKS: text
    .default('')
    .describe('At which banks Monnify opens numbers, comma-separated codes such as 035; default all that it has'),
  CHECKOUT_ORIGINS: text
    .default(
      'https://checkout.paystack.com,https://link.paystack.co,https://checkout.flutterwave.com,https://newwebpay.interswitchng.com,https://webpay.interswitchng.com',
    )
    .describe('Comma-separated origins of payment pages that customers may be sent to'),
  GATEWAY_TIMEOUT_MS: count(10_000).describe('How long a gateway may take to answer, in ms'),
  RECONCILE_INTERVAL_S: count(60).describe('How often the status of unsettled payments is requested, in seconds'),
  REFUND_APPROVAL_ABOVE_NAIRA: count(50_000).describe(
    'Refunds, payments in review booked as credit, and credit that staff give, above this many naira need the approval of a second member of staff',
  ),
  PRICES_INCLUDE_VAT: onOff
    .default(true)
    .describe('Whether the catalogue’s prices include VAT; off: VAT is added. Its rate is a setting on screen'),
  SELLER_TAX_ID: text.optional().describe('Your tax identification number (TIN), shown on invoices'),
  EINVOICING: onOff
    .default(false)
    .describe(
      'Whether invoices and credit notes are registered with the tax authority (NRS Merchant Buyer Solution): docs/e-invoicing.md',
    ),
  EINVOICE_PROVIDER: z
    .enum(['interswitch', 'mbs'])
    .default('interswitch')
    .describe('Through whom: Interswitch, or a provider that passes the authority’s own calls on (mbs)'),
  EINVOICE_BASE_URL: origin.optional().describe('The address of its API, as it names it to you'),
  EINVOICE_API_KEY: secret(text, 'Its key: the client id at Interswitch, x-api-key elsewhere'),
  EINVOICE_API_SECRET: secret(text, 'The secret beside it'),
  EINVOICE_BUSINESS_ID: z.guid().optional().describe('The id of your business at the tax authority, a UUID'),
  EINVOICE_SERVICE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{4,12}$/, 'must be 4 to 12 letters and digits')
    .transform((id) => id.toUpperCase())
    .optional()
    .describe('The service id of your business there, a part of every number of a document'),
  EINVOICE_CRYPTO_KEYS: secret(
    text,
    'The content of crypto_keys.txt from the authority’s dashboard: for the QR codes where the provider makes none',
  ),
  EINVOICE_CALLS_A_MINUTE: count(1000).describe(
    'At most so many registrations begin in a minute on one instance; providers name no limit of theirs',
  ),
  EINVOICE_CALLS_AT_ONCE: count(20).describe('At most so many registrations are under way at once on one instance'),
  SELLER_REGISTRATION_NUMBER: text.optional().describe('Your company registration number (RC), shown on invoices'),
  INVOICE_DAYS: z.coerce
    .number()
    .int()
    .min(7)
    .max(21)
    .default(7)
    .describe('Days before the end of the paid time on which the next invoice is issued'),
  GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30)
    .default(3)
    .describe('Days that an unpaid subscription stays active after the end of its paid time'),
  GRIEVANCE_ANSWER_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(30)
    .describe(
      'Days within which you answer a grievance about personal data, as the form promises it; your lawyer says whether a shorter time applies to you',
    ),
  QUIET_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'must be like 20:00-08:00')
    .default('20:00-08:00')
    .describe(
      'Hours in Lagos in which no promotion is sent; promotions wait for their end. The same time twice: no quiet hours',
    ),
  VAPID_PRIVATE_KEY: secret(
    vapidKey,
    'Key that identifies the portal to browsers’ push services (VAPID), 32 bytes in base64url. Generated once in DATA_DIR; all instances need the same one',
  ),
  VAPID_PRIVATE_KEY_PREVIOUS: previous(
    vapidKey,
    'browsers that subscribed under this key are sent to with it until they subscribe anew, at their next visit',
  ),
  SMTP_URL: secret(
    z.url({ protocol: /^smtps?$/ }),
    'Mail server, smtp://user:password@host:587. Without it mail stays in the outbox',
  ),
  IMAP_URL: secret(
    z.url({ protocol: /^imaps?$/ }),
    'The mailbox that the portal reads: imaps://user:password@host:993/INBOX. Replies to tickets become their replies, other mails tickets: docs/inbound-mail.md. Without it no mail is read',
  ),
  SUPPORT_ADDRESS: z
    .email()
    .optional()
    .describe(
      'The address whose mail arrives in the mailbox of IMAP_URL; the server must also deliver what is sent to it with a + and a tag. Default the brand’s support address',
    ),
  IMAP_AUTHSERV_ID: text
    .optional()
    .describe(
      'The name under which the mail server writes Authentication-Results (RFC 8601); no other result is believed. Default the host of IMAP_URL',
    ),
  AUDIT_ANCHOR_EMAIL: z
    .email()
    .optional()
    .describe(
      'To whom the daily anchor of the audit log is mailed: docs/audit.md. Default the support address that customers see',
    ),
  SIEM_URL: z
    .url({ protocol: /^(file|https?|syslogs?)$/ })
    .optional()
    .describe(
      'Where audit records and security events are sent: https://host/path as JSON lines, syslogs://host:6514 (TLS) or syslog://host:514 (TCP) in RFC 5424, or file:///path, also file:///dev/stdout. docs/audit.md',
    ),
  SIEM_TOKEN: secret(token, 'Bearer token for an http SIEM_URL'),
  BREACH_LIST: text
    .optional()
    .describe(
      'A file with the SHA-1 digests of passwords known from breaches, one a line and in their order, as the downloader of Have I Been Pwned writes it; new passwords that are in it are refused. docs/operations.md. Default: the portal’s own list of common passwords alone',
    ),
  CLAMD_URL: z
    .url({ protocol: /^clamd$/ })
    .optional()
    .describe(
      'ClamAV’s daemon, which looks at each file that is sent before it is stored: clamd://host:3310, or clamd:///path/of/its/socket. While it does not answer no file is taken. Default: files are not scanned',
    ),
  MAIL_FROM: text.optional().describe('Sender of mail; default the brand’s support address'),
  SMS_PART_PRICE_KOBO: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('What one part of a text costs you, in kobo; with it staff see what a text to many customers would cost'),
  TERMII_API_KEY: secret(
    text,
    'Termii key for SMS codes. Without Termii and Africa’s Talking codes stay in the outbox, or in production are not sent',
  ),
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/)
    .optional()
    .describe('The selector under which your mail server’s DKIM key is published; only `npm run doctor` looks it up'),
  TERMII_SENDER_ID: senderId
    .optional()
    .describe(
      'Sender approved at Termii for transactional (dnd) texts, 3 to 11 characters; default the brand’s name, shortened',
    ),
  TERMII_BASE_URL: origin
    .default('https://v3.api.termii.com')
    .describe('Termii API, as your Termii dashboard shows it'),
  TERMII_WEBHOOK_SECRET: secret(
    text,
    'Termii’s secret that signs its delivery reports, sent to PUBLIC_URL/api/webhooks/sms/termii. Without it they are refused',
  ),
  TERMII_WEBHOOK_SECRET_PREVIOUS: previous(text, 'delivery reports signed with this secret are accepted, too'),
  AFRICASTALKING_API_KEY: secret(
    text,
    'Africa’s Talking key for SMS codes. With Termii configured, it is used only for texts that Termii did not accept',
  ),
  AFRICASTALKING_USERNAME: text.optional().describe('Africa’s Talking application'),
  AFRICASTALKING_SENDER_ID: senderId
    .optional()
    .describe('Sender registered at Africa’s Talking for transactional texts; default: the account’s'),
  AFRICASTALKING_REPORT_TOKEN: secret(
    text,
    'A secret that you choose: delivery reports are accepted at PUBLIC_URL/api/webhooks/sms/africas-talking?token=<it>. Without it they are refused',
  ),
  AFRICASTALKING_REPORT_TOKEN_PREVIOUS: previous(text, 'delivery reports with this token are accepted, too'),
  AFRICASTALKING_BASE_URL: origin
    .default('https://api.africastalking.com')
    .describe('Africa’s Talking API; https://api.sandbox.africastalking.com for the application `sandbox`'),
  WHATSAPP: z
    .enum(['sandbox'])
    .optional()
    .describe(
      '`sandbox`: without WHATSAPP_TOKEN, and where the sandbox stands in for the gateways, a fake WhatsApp does, too. Without both there is no WhatsApp: docs/whatsapp.md',
    ),
  WHATSAPP_TOKEN: secret(
    text,
    'WhatsApp Cloud API: the access token of a system user with whatsapp_business_messaging and whatsapp_business_management',
  ),
  WHATSAPP_PHONE_NUMBER_ID: text.optional().describe('The id of the phone number that messages are sent from'),
  WHATSAPP_BUSINESS_ACCOUNT_ID: text.optional().describe('The id of the WhatsApp Business account, for its templates'),
  WHATSAPP_APP_SECRET: secret(text, 'The app’s secret, which signs webhooks'),
  WHATSAPP_APP_SECRET_PREVIOUS: previous(text, 'webhooks signed with this secret are accepted, too'),
  WHATSAPP_VERIFY_TOKEN: secret(
    text,
    'A text that you choose and type into the app’s webhook settings, beside PUBLIC_URL/webhooks/whatsapp',
  ),
  WHATSAPP_BASE_URL: origin
    .default('https://graph.facebook.com/v25.0')
    .describe('Graph API, with the version that you have tested'),
  USSD_CODE: z
    .string()
    .trim()
    .regex(/^\*[\d*]{2,13}#$/, 'must be a USSD code such as *347*100#')
    .optional()
    .describe(
      'The code that customers dial for the menu on their telephone, such as *347*100#. Needs USSD_CALLBACK_SECRET; without both there is no USSD (docs/ussd.md)',
    ),
  USSD_CALLBACK_SECRET: secret(
    token,
    'At least 16 characters: the key in the callback address that is registered at the USSD gateway, PUBLIC_URL/api/webhooks/ussd/africas-talking?key=…',
  ),
  USSD_CALLBACK_SECRET_PREVIOUS: previous(token, 'calls with this key are answered, too'),
  PHONE_CODES_PER_USER_PER_HOUR: count(5).describe('SMS codes that one customer may request in an hour'),
  PHONE_CODES_PER_ADDRESS_PER_HOUR: count(30).describe(
    'SMS codes, and texted links for a new password, that one household or office (IPv4 /24, IPv6 /64) may request in an hour',
  ),
  PHONE_CODES_PER_BLOCK_PER_DAY: count(50).describe(
    'SMS codes and texted links a day to numbers that differ only in their last four digits; when they are used up, the log says so at level error',
  ),
  PHONE_CODES_PER_DAY: count(2000).describe(
    'SMS codes and texted links a day to all numbers; when they are used up, the log says so at level error',
  ),
  RATE_LIMIT_READS_PER_MINUTE: count(1200).describe(
    'Reads an address may make in a minute without being signed in (IPv6: its /64, here and below)',
  ),
  RATE_LIMIT_WRITES_PER_MINUTE: count(240).describe('Writes an address may make in a minute without being signed in'),
  RATE_LIMIT_ACCOUNT_READS_PER_MINUTE: count(1200).describe(
    'Reads a signed-in account may make in a minute, with all its devices',
  ),
  RATE_LIMIT_ACCOUNT_WRITES_PER_MINUTE: count(240).describe(
    'Writes a signed-in account may make in a minute, with all its devices',
  ),
  RATE_LIMIT_API_KEY_CALLS_PER_MINUTE: count(600).describe('Calls that one API key may make in a minute'),
  RATE_LIMIT_SIGNED_IN_READS_PER_MINUTE: count(30_000).describe(
    'Reads that the signed-in accounts behind one address may make together in a minute; a whole neighbourhood may share one',
  ),
  RATE_LIMIT_SIGNED_IN_WRITES_PER_MINUTE: count(6000).describe(
    'Writes that the signed-in accounts behind one address may make together in a minute',
  ),
  RATE_LIMIT_SIGN_INS_PER_MINUTE: count(60).describe('Sign-in attempts an address may make in a minute'),
  RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE: count(100).describe(
    'Failed sign-ins a minute from browsers that are new to their accounts. Beyond it, such browsers have to wait if their address has three failures; beyond ten times as many, all such browsers wait',
  ),
  RATE_LIMIT_REGISTRATIONS_PER_HOUR: count(100).describe('Accounts that may be opened from one address in an hour'),
  RATE_LIMIT_REGISTRATIONS_PER_DEVICE_PER_HOUR: count(10).describe(
    'Accounts that may be opened from one browser in an hour',
  ),
  REQUESTS_AT_ONCE: count(1000).describe(
    'API calls that an instance handles at the same time; others are refused with 503. Webhooks, the network’s calls and /healthz are not counted',
  ),
  RATE_LIMIT_QUICK_PAY_PER_MINUTE: count(10).describe(
    'Accounts that an address may look up, to pay without signing in, in a minute; as many payments may it open',
  ),
  RATE_LIMIT_QUICK_PAY_PER_HOUR: count(60).describe(
    'Accounts that an address, or a browser, may look up in an hour, and how often one account may be looked up by anybody',
  ),
  RATE_LIMIT_SALES_REQUESTS_PER_HOUR: count(10).describe('Requests to sales that an address may send in an hour'),
});
export type Environment = z.infer<typeof environment>;

/** The names of the settings that are secrets. */
export const secretNames: readonly string[] = Object.entries(environment.shape).flatMap(([name, setting]) =>
  setting.meta()?.secret === true ? [name] : [],
);
