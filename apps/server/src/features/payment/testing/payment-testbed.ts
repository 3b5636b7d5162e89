import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { GatewayId } from '@portal/contract/payment';
import { type Kobo, toKobo } from '@portal/kernel/money';
import { paymentReference } from '@portal/kernel/payment-reference';
import { registerSandbox } from '@portal/sandbox/register-sandbox';
import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { connectPool, type Database, databaseOf } from '../../../database/connection.ts';
import { users } from '../../../database/schema/account.ts';
import { servicePlans } from '../../../database/schema/plan.ts';
import { findViolations } from '../../../database/testing/invariants.ts';
import { createTestDatabase } from '../../../database/testing/test-database.ts';
import { acceptJsonOnly, acceptRawBody } from '../../../http/json-body.ts';
import { createPortalServer } from '../../../http/portal-server.ts';
import { createLimiters } from '../../../http/rate-limit.ts';
import { createRoutes } from '../../../http/route-from-contract.ts';
import { createHttpClient } from '../../../outside/http-client.ts';
import { registerInvoice } from '../../invoice/invoice.routes.ts';
import { issueReceipt } from '../../invoice/issue-receipt.ts';
import { queueEmail } from '../../notification/queue-email.ts';
import { findActivePlan } from '../../plan/find-active-plan.ts';
import { completeReferral } from '../../referral/complete-referral.ts';
import { hasFirstMonthDiscount } from '../../referral/has-first-month-discount.ts';
import { recordReferral } from '../../referral/record-referral.ts';
import { ensureSubscription } from '../../subscription/ensure-subscription.ts';
import { extendSubscription } from '../../subscription/extend-subscription.ts';
import { findSubscription } from '../../subscription/find-subscription.ts';
import { createFlutterwaveGateway } from '../gateways/flutterwave.gateway.ts';
import type { Gateway } from '../gateways/gateway.port.ts';
import { createPaystackGateway } from '../gateways/paystack.gateway.ts';
import { createQuicktellerGateway } from '../gateways/quickteller.gateway.ts';
import { createPaymentJobs, type PaymentJobs } from '../payment.jobs.ts';
import { registerPayment } from '../payment.routes.ts';
import type { PaymentParts } from '../payment-parts.port.ts';

export type Customer = { readonly id: number; readonly email: string; readonly referralCode: string };
export type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> };

export type PaymentTestbed = {
  readonly database: Database;
  readonly pool: ReturnType<typeof connectPool>;
  readonly parts: PaymentParts;
  readonly jobs: PaymentJobs;
  readonly sandbox: SandboxHandle;
  readonly portal: FastifyInstance;
  /** NGN 25,000 a month. */
  readonly planId: string;
  readonly createCustomer: (options?: { readonly referredBy?: Customer }) => Promise<Customer>;
  readonly createPlan: (name: string, priceKobo: Kobo) => Promise<string>;
  readonly call: (who: Customer | null, method: 'GET' | 'POST', url: string, payload?: object) => Promise<Answer>;
  /** Opens a payment of the given sum and answers with its reference. */
  readonly open: (who: Customer, gateway: GatewayId, amount?: number, planId?: string) => Promise<string>;
  readonly verify: (who: Customer, gateway: string, reference: string) => Promise<Answer>;
  /** Moves the portal's clock on. */
  readonly wait: (ms: number) => void;
  /** Resolves when all webhooks have arrived and been worked off. */
  readonly quiet: () => Promise<void>;
  readonly rows: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly violations: () => ReturnType<typeof findViolations>;
  readonly close: () => Promise<void>;
};

const silent = pino({ level: 'silent' });

/** A sandbox of its own port, that brings its webhooks to the portal. */
async function startSandbox(webhookTarget: (gateway: string) => string, clock: () => Date) {
  const app = Fastify({ forceCloseConnections: true });
  let base = '';
  let handle: SandboxHandle | undefined;
  await app.register(
    async (scope) => {
      handle = await registerSandbox(scope, {
        get publicBase() {
          return base;
        },
        merchantName: 'Test',
        webhookTarget,
        keys: SANDBOX_KEYS,
        storeFile: null,
        clock,
        newId: randomUUID,
        log: { info: () => undefined, warn: () => undefined },
        webhookRetryDelaysMs: [5],
        delayedTransferMs: 5,
      });
    },
    { prefix: '/sandbox' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  base = `${origin}/sandbox`;
  if (!handle) throw new Error('the sandbox did not start');
  return { handle, base, origin, close: () => app.close() };
}

/** The real adapters, pointed at a sandbox. */
export function sandboxGateways(base: string, timeoutMs: number, clock: () => Date): Gateway[] {
  const http = createHttpClient({ timeoutMs });
  return [
    createPaystackGateway({ secretKey: SANDBOX_KEYS.paystackSecretKey, baseUrl: `${base}/paystack` }, http),
    createFlutterwaveGateway(
      {
        secretKey: SANDBOX_KEYS.flutterwaveSecretKey,
        webhookHash: SANDBOX_KEYS.flutterwaveWebhookHash,
        baseUrl: `${base}/flutterwave/v3`,
      },
      http,
    ),
    createQuicktellerGateway(
      {
        clientId: SANDBOX_KEYS.interswitchClientId,
        clientSecret: SANDBOX_KEYS.interswitchClientSecret,
        merchantCode: SANDBOX_KEYS.interswitchMerchantCode,
        payableCode: SANDBOX_KEYS.interswitchPayableCode,
        webhookSecret: SANDBOX_KEYS.interswitchWebhookSecret,
        baseUrl: `${base}/quickteller`,
        tokenUrl: `${base}/quickteller`,
      },
      http,
      clock,
    ),
  ];
}

/** Work started by wakes, so that a test can wait for all of it. */
function createWorker(work: () => Promise<unknown>) {
  let running: Promise<unknown> = Promise.resolve();
  return {
    wake: () => {
      running = running.then(work);
    },
    idle: async () => {
      for (let seen: unknown = null; seen !== running; ) {
        seen = running;
        await running;
      }
    },
  };
}

async function servePortal(parts: PaymentParts, wakeWebhookWorker: () => void): Promise<FastifyInstance> {
  const app = createPortalServer({ logger: silent, trustedProxies: [] });
  const limiters = await createLimiters(app, {
    readsPerMinute: 1e6,
    writesPerMinute: 1e6,
    signInsPerMinute: 1e6,
    registrationsPerHour: 1e6,
  });
  await app.register(async (webhookScope) => {
    acceptRawBody(webhookScope);
    await app.register(async (portal) => {
      acceptJsonOnly(portal);
      const routes = createRoutes({
        app: portal,
        limiters,
        findViewer: async (request) => viewerOf(request.headers['x-test-customer']),
      });
      registerPayment(routes, { ...parts, findSubscription, webhookScope, wakeWebhookWorker });
      registerInvoice(routes, { database: parts.database });
    });
  });
  return app;
}

function viewerOf(header: string | string[] | undefined) {
  if (typeof header !== 'string') return null;
  const { id, email }: Customer = JSON.parse(header);
  const user = {
    id,
    email,
    firstName: 'Amina',
    lastName: 'Bello',
    role: 'customer' as const,
    phone: null,
    phoneVerified: false,
    emailVerified: false,
    createdAt: new Date(0).toISOString(),
  };
  return { user, sid: `session-${id}` };
}

async function createCustomer(database: Database, now: Date, referredBy?: Customer): Promise<Customer> {
  const name = randomUUID();
  const email = `${name}@example.com`;
  const [row] = await database
    .insert(users)
    .values({
      email,
      emailKey: email,
      passwordHash: '-',
      firstName: 'Amina',
      lastName: 'Bello',
      referralCode: name.slice(0, 30).toUpperCase(),
    })
    .returning();
  if (!row) throw new Error('no customer');
  if (referredBy) {
    await database.transaction((tx) =>
      recordReferral(tx, { referralCode: referredBy.referralCode, refereeId: row.id, now }),
    );
  }
  return { id: row.id, email, referralCode: row.referralCode };
}

async function createPlan(database: Database, name: string, price: Kobo): Promise<string> {
  const plan = { region: 'lagos', name, speed: '100 Mbps', downloadMbps: 100, price, type: 'residential' as const };
  const [row] = await database
    .insert(servicePlans)
    .values({ ...plan, features: [], position: 1 })
    .returning();
  if (!row) throw new Error('no plan');
  return row.id;
}

/** A portal with payments and receipts at a real port, a sandbox that speaks the vendors' protocols, and a database of its own. */
export async function startPaymentTestbed(
  options: {
    readonly gatewayTimeoutMs?: number;
    /** Puts something between the portal and the real adapters. */
    readonly wrap?: (gateway: Gateway) => Gateway;
    /** Default: the three adapters, pointed at the sandbox. */
    readonly gateways?: readonly Gateway[];
    readonly withoutWorker?: boolean;
  } = {},
): Promise<PaymentTestbed> {
  const { gatewayTimeoutMs = 2000, wrap = (gateway) => gateway } = options;
  const testDatabase = await createTestDatabase();
  const pool = connectPool(testDatabase.poolConfig, () => undefined);
  const database = databaseOf(pool);
  let movedMs = 0;
  const clock = () => new Date(Date.now() + movedMs);
  let portalOrigin = '';
  const sandbox = await startSandbox((gateway) => `${portalOrigin}/api/webhooks/${gateway}`, clock);
  const parts: PaymentParts = {
    database,
    clock,
    newReference: () => paymentReference(randomBytes(14)),
    log: silent,
    gateways: options.gateways ?? sandboxGateways(sandbox.base, gatewayTimeoutMs, clock).map(wrap),
    checkoutOrigins: [sandbox.origin],
    returnUrl: 'https://portal.example/payment/return',
    gatewayTimeoutMs,
    findActivePlan,
    ensureSubscription,
    extendSubscription,
    hasFirstMonthDiscount,
    completeReferral,
    issueReceipt,
    queueEmail,
  };
  const jobs = createPaymentJobs(parts);
  const worker = createWorker(jobs.workOffWebhooks);
  const portal = await servePortal(parts, options.withoutWorker ? () => undefined : worker.wake);
  await portal.listen({ port: 0, host: '127.0.0.1' });
  portalOrigin = `http://127.0.0.1:${(portal.server.address() as AddressInfo).port}`;
  const planId = await createPlan(database, 'Premium Fiber 100Mbps', toKobo(2_500_000));

  const call: PaymentTestbed['call'] = async (who, method, url, payload) => {
    const headers = who ? { 'x-test-customer': JSON.stringify(who) } : {};
    const answer = await portal.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    database,
    pool,
    parts,
    jobs,
    sandbox: sandbox.handle,
    portal,
    planId,
    call,
    createCustomer: ({ referredBy } = {}) => createCustomer(database, clock(), referredBy),
    createPlan: (name, priceKobo) => createPlan(database, name, priceKobo),
    open: async (who, gateway, amount = 25_000, plan = planId) => {
      const { status, body } = await call(who, 'POST', `/api/payment/${gateway}/initialize`, {
        amount,
        email: who.email,
        plan,
      });
      if (status !== 200) throw new Error(`not opened: ${status} ${JSON.stringify(body)}`);
      return body.data.reference ?? body.data.tx_ref ?? body.data.transaction_id;
    },
    verify: (who, gateway, reference) => call(who, 'POST', '/api/payment/verify', { gateway, reference }),
    wait: (ms) => {
      movedMs += ms;
    },
    quiet: async () => {
      await sandbox.handle.webhooksSettled();
      await worker.idle();
    },
    rows: async (statement, values = []) => (await pool.query<Record<string, unknown>>(statement, values)).rows,
    violations: () => findViolations(pool),
    close: async () => {
      await sandbox.close();
      await worker.idle();
      await portal.close();
      await pool.end();
      await testDatabase.drop();
    },
  };
}
