import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { intakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import { startTestbed } from '@portal/sandbox/testing/sandbox-testbed';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { AppDependencies } from '../../app.ts';
import type { BillingDependencies } from '../../billing/billing-dependencies.ts';
import { createBillingDependencies } from '../../billing/create-billing-dependencies.ts';
import { createEInvoicing } from '../../billing/invoices/e-invoices/access-points/create-e-invoicing.ts';
import { registrationHandlers } from '../../billing/invoices/e-invoices/registration-handlers.ts';
import { createGateways, sandboxSettings } from '../../billing/payments/gateways/create-gateways.ts';
import type { Gateway } from '../../billing/payments/gateways/gateway.port.ts';
import { createPaymentJobs, type PaymentJobs } from '../../billing/payments/payment.jobs.ts';
import { createIntakes, sandboxMonnify } from '../../billing/virtual-accounts/providers/create-intakes.ts';
import { createQueueEmail } from '../../messaging/email/queue-email.ts';
import { writeNotices } from '../../messaging/notices/write-notice.ts';
import { createQueueSms } from '../../messaging/sms/queue-sms.ts';
import { findUsedOf } from '../../network/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connection.ts';
import { findViolations } from '../../platform/database/find-violations.ts';
import { createLiveBus } from '../../platform/events/live-bus.ts';
import { createLiveUpdates } from '../../platform/events/live-updates.ts';
import { publishInTests } from '../published-events.ts';
import { untilServed } from '../send-at-once.ts';
import { GOOD_PASSWORD, type TestBrowser } from '../test-browser.ts';
import { HIGH_LIMITS, startTestPortal, TEST_SESSION_SECRET, type TestPortal } from '../test-portal.ts';
import { unpublishedSettings } from '../unpublished-settings.ts';

export type Customer = {
  readonly id: number;
  readonly email: string;
  readonly referralCode: string;
  /** Signed in. */
  readonly browser: TestBrowser;
};
export type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> };

export type PaymentTestbed = {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly pool: TestPortal['pool'];
  /** For calling a use case without HTTP, or with changed dependencies. */
  readonly deps: BillingDependencies;
  /** The jobs, once and at all gateways. */
  readonly jobs: Pick<PaymentJobs, 'reconcileWithGateways'> & {
    readonly processWebhooks: () => Promise<number>;
    readonly pollPendingPayments: () => Promise<number>;
  };
  /** Starts the portal's jobs, and runs them soon. Not with a clock that was moved. */
  readonly startJobs: () => void;
  readonly wakeJobs: TestPortal['wakeJobs'];
  readonly sandbox: SandboxHandle;
  /** Premium Fiber 100Mbps: NGN 25,000 a month. */
  readonly planId: string;
  readonly createCustomer: (options?: { readonly referredBy?: Customer }) => Promise<Customer>;
  /** A member of staff. */
  readonly createStaff: () => Promise<Customer>;
  /** Of nobody who is signed in. */
  readonly newBrowser: () => TestBrowser;
  /** The same customer on another device. */
  readonly signInAgain: (who: Customer) => Promise<Customer>;
  readonly call: (who: Customer | null, method: 'GET' | 'POST', url: string, payload?: object) => Promise<Answer>;
  /** Opens a payment of the given sum, in naira, and returns its reference. */
  readonly open: (who: Customer, gateway: GatewayId, amount?: number) => Promise<string>;
  readonly verify: (who: Customer, gateway: string, reference: string) => Promise<Answer>;
  /**
   * Makes gateways time out after a second while `work` runs; otherwise they have the configured
   * timeout.
   */
  readonly inHaste: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Opens a payment and completes it: approved, verified, confirmed by webhook and fulfilled.
   * Returns its reference.
   */
  readonly pay: (who: Customer, gateway?: GatewayId, amount?: number) => Promise<string>;
  /** Moves the portal's and the sandbox's clock on. */
  readonly wait: (ms: number) => void;
  /** Resolves when all webhooks have arrived and been processed. */
  readonly quiet: () => Promise<void>;
  readonly rows: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly violations: () => ReturnType<typeof findViolations>;
  readonly close: () => Promise<void>;
};

export type TestbedOptions = {
  /** Wraps the real adapters. */
  readonly wrap?: (gateway: Gateway) => Gateway;
  readonly withoutGateways?: boolean;
  /** At which banks Paystack opens account numbers. */
  readonly paystackBanks?: readonly string[];
  /** Documents are registered at the sandbox's tax authority, through this provider. */
  readonly eInvoicing?: 'interswitch' | 'mbs';
  /** Further dependencies of the portal. */
  readonly portal?: Partial<AppDependencies>;
};

const MANY = '1000000';
const HASTE_MS = 1000;

/** Creates notices at the bell, without mails. */
const notifyAtBell: BillingDependencies['notify'] = async (tx, ...notices) => void (await writeNotices(tx, notices));

/** Limits that no payment test reaches by accident. */
function readTestConfig() {
  return readConfig({
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_READS_PER_MINUTE: MANY,
    RATE_LIMIT_WRITES_PER_MINUTE: MANY,
    RATE_LIMIT_SIGN_INS_PER_MINUTE: MANY,
    RATE_LIMIT_REGISTRATIONS_PER_HOUR: MANY,
  });
}

async function createCustomer(portal: TestPortal, referredBy?: Customer): Promise<Customer> {
  const browser = portal.browser();
  const answer = await untilServed(() => browser.register(referredBy ? { referralCode: referredBy.referralCode } : {}));
  const { id, email } = answer.json().user;
  const { rows } = await portal.pool.query<{ code: string }>('select referral_code as code from users where id = $1', [
    id,
  ]);
  return { id, email, referralCode: rows[0]?.code ?? '', browser };
}

async function createStaff(portal: TestPortal): Promise<Customer> {
  const person = await createCustomer(portal);
  await portal.pool.query("update users set role = 'admin' where id = $1", [person.id]);
  return person;
}

function jobsAtAllGateways({ gateways, senders, ...jobs }: PaymentJobs): PaymentTestbed['jobs'] {
  const atAll = async <Id>(ids: readonly Id[], work: (id: Id) => Promise<number>) =>
    (await Promise.all(ids.map(work))).reduce((sum, count) => sum + count, 0);
  return {
    ...jobs,
    processWebhooks: () => atAll(senders, (sender) => jobs.processWebhooks(sender)),
    pollPendingPayments: () => atAll(gateways, (gateway) => jobs.pollPendingPayments(gateway)),
  };
}

/** The calls that a customer's browser makes. */
function createCalls(portal: TestPortal, planId: string): Pick<PaymentTestbed, 'call' | 'open' | 'verify'> {
  const call: PaymentTestbed['call'] = async (who, method, url, payload) => {
    const browser = who?.browser ?? portal.browser();
    const answer = await (method === 'GET' ? browser.get(url) : browser.post(url, payload));
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    call,
    open: async (who, gateway, amount = 25_000) => {
      const order = { amount, email: who.email, plan: planId };
      const { status, body } = await untilServed(() => call(who, 'POST', `/api/payment/${gateway}/initialize`, order));
      if (status !== 200) throw new Error(`not opened: ${status} ${JSON.stringify(body)}`);
      return body.data.reference ?? body.data.tx_ref ?? body.data.transaction_id;
    },
    verify: (who, gateway, reference) => call(who, 'POST', '/api/payment/verify', { gateway, reference }),
  };
}

/** Completed payments, with their webhooks. */
function createPay(
  { open, verify }: Pick<PaymentTestbed, 'open' | 'verify'>,
  sandbox: SandboxHandle,
  jobs: PaymentTestbed['jobs'],
): Pick<PaymentTestbed, 'pay' | 'quiet'> {
  const quiet = async () => {
    await sandbox.webhooksSettled();
    await jobs.processWebhooks();
  };
  return {
    quiet,
    pay: async (who, gateway = 'paystack', amount = 25_000) => {
      const reference = await open(who, gateway, amount);
      sandbox.decide(reference, 'approve');
      const { body } = await verify(who, gateway, reference);
      if (body.status !== 'success') throw new Error(`not paid: ${JSON.stringify(body)}`);
      await quiet();
      return reference;
    },
  };
}

/** Gateways read `limits` at every call. */
function createHaste(limits: { timeoutMs: number }): PaymentTestbed['inHaste'] {
  const usualMs = limits.timeoutMs;
  return (work) => {
    limits.timeoutMs = HASTE_MS;
    return work().finally(() => {
      limits.timeoutMs = usualMs;
    });
  };
}

async function findPlanId(portal: TestPortal): Promise<string> {
  const { rows } = await portal.pool.query<{ id: string }>(
    "select id from service_plans where name = 'Premium Fiber 100Mbps'",
  );
  return rows[0]?.id ?? '';
}

async function signInAgain(portal: TestPortal, who: Customer): Promise<Customer> {
  const browser = portal.browser();
  await browser.post('/api/login', { email: who.email, password: GOOD_PASSWORD });
  return { ...who, browser };
}

/**
 * The real application at a real port with the real adapters, a sandbox that speaks the vendors'
 * protocols and sends its webhooks, and a database of its own. No job runs before `startJobs`:
 * tests run the jobs.
 */
export async function startPaymentTestbed(options: TestbedOptions = {}): Promise<PaymentTestbed> {
  const { wrap = (gateway) => gateway, paystackBanks = ['wema-bank'] } = options;
  // Every call comes from one address.
  const config = { ...readTestConfig(), limits: HIGH_LIMITS };
  let movedMs = 0;
  const clock = () => new Date(Date.now() + movedMs);
  let origin = '';
  const webhookTarget = (gateway: string) => `${origin}/api/webhooks/${gateway}`;
  // Tests activate mandates themselves.
  const mandateActivationMs = 24 * 3_600_000;
  const sandbox = await startTestbed({
    webhookTarget,
    clock,
    delayedTransferMs: 5,
    directDebitMs: 0,
    mandateActivationMs,
  });
  const limits = { timeoutMs: config.gatewayTimeoutMs, clock, sandboxBase: sandbox.url };
  const gateways = createGateways(sandboxSettings(sandbox.url), limits);
  const intakes = createIntakes(
    { providers: intakeProvider.options, monnify: sandboxMonnify(sandbox.url), paystackBanks },
    sandboxSettings(sandbox.url),
    limits,
  );
  const provider = options.eInvoicing;
  const pace = { callsAMinute: 1_000_000, callsAtOnce: 8 };
  const eInvoicing = createEInvoicing(provider ? { provider, access: null, stampKeys: null, ...pace } : null, limits);
  const bus = createLiveBus({ relay: null, onError: () => {} });
  const settings = {
    bus,
    config,
    publicUrl: new URL('http://portal.test'),
    gateways: options.withoutGateways ? [] : gateways.map(wrap),
    eInvoicing,
    intakes: options.withoutGateways ? [] : intakes,
    checkoutOrigins: [new URL(sandbox.url).origin],
    clock,
    randomBytes,
    logger: pino({ level: 'silent' }),
  };
  const portal = await startTestPortal({ ...settings, ...options.portal });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  const planId = await findPlanId(portal);
  const deps = createBillingDependencies({
    ...settings,
    ...createLiveUpdates(bus),
    config,
    settings: unpublishedSettings,
    encryptionKeys: [TEST_SESSION_SECRET],
    hashKey: TEST_SESSION_SECRET,
    database: portal.database,
    notify: notifyAtBell,
    queueEmail: createQueueEmail({}, unpublishedSettings),
    queueSms: createQueueSms({}),
    publish: publishInTests(eInvoicing ? registrationHandlers(clock) : []),
    findUsedOf,
  });
  const jobs = jobsAtAllGateways(createPaymentJobs(deps));
  const calls = createCalls(portal, planId);
  return {
    ...calls,
    ...createPay(calls, sandbox.handle, jobs),
    app: portal.app,
    database: portal.database,
    pool: portal.pool,
    deps,
    jobs,
    startJobs: portal.startJobs,
    wakeJobs: portal.wakeJobs,
    sandbox: sandbox.handle,
    planId,
    newBrowser: () => portal.browser(),
    signInAgain: (who) => signInAgain(portal, who),
    inHaste: createHaste(limits),
    createCustomer: ({ referredBy } = {}) => createCustomer(portal, referredBy),
    createStaff: () => createStaff(portal),
    wait: (ms) => {
      movedMs += ms;
    },
    rows: async (statement, values = []) => (await portal.pool.query<Record<string, unknown>>(statement, values)).rows,
    violations: () => findViolations(portal.pool),
    close: async () => {
      await sandbox[Symbol.asyncDispose]();
      await portal.close();
    },
  };
}
