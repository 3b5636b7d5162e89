import { randomBytes } from 'node:crypto';
import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { FIRST_VAT_RATE, type VatRate } from '@portal/kernel/billing/vat';
import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type pg from 'pg';
import pino from 'pino';
import { runAddons } from '../../../billing/addons/run-addons.ts';
import { insertAgent } from '../../../billing/agents/agent.repository.ts';
import { seedChargeProducts } from '../../../billing/charges/seed-charge-products.ts';
import { createBillingDependencies } from '../../../billing/create-billing-dependencies.ts';
import { seedDataBundles } from '../../../billing/data-bundles/seed-data-bundles.ts';
import type { Gateway } from '../../../billing/payments/gateways/gateway.port.ts';
import { payOut } from '../../../billing/refunds/payouts/pay-out.ts';
import { pollRefunds } from '../../../billing/refunds/poll-refunds.ts';
import { applyScheduledPlans } from '../../../billing/renewals/apply-scheduled-plans.ts';
import { runRenewals } from '../../../billing/renewals/run-renewals.ts';
import { createBatch } from '../../../billing/vouchers/batches/create-batch.ts';
import { type IssuedBatch, issueBatch } from '../../../billing/vouchers/batches/issue-batch.ts';
import { seedPlans } from '../../../catalogue/plans/seed-plans.ts';
import { findUsedOf } from '../../../network/index.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { connectPool, type Database, databaseOf } from '../../../platform/database/connection.ts';
import { findViolations, type Violation } from '../../../platform/database/find-violations.ts';
import { createTestDatabase, UNHURRIED } from '../../../platform/database/testing/test-database.ts';
import { doomedPool, Killed } from '../../pools/doomed-pool.ts';
import { publishInTests } from '../../published-events.ts';
import { unpublishedIn } from '../../unpublished-settings.ts';
import type { Customer, Worker } from './billing-simulation-actions.ts';
import type { ModelPlan } from './billing-simulation-model.ts';

const CHECKOUT = 'https://checkout.example';

/** Overpayments by payment, in kobo. */
const overpayments = new Map<string, number>();

/** A gateway that confirms everything at once: its faults are tested elsewhere. */
function agreeable(id: GatewayId): Gateway {
  return {
    id,
    name: id,
    currency: 'NGN',
    answerNames: { url: 'link', reference: 'reference' },
    initialize: async ({ reference }) => ({ kind: 'opened', url: `${CHECKOUT}/${reference}`, gatewayReference: null }),
    confirm: async ({ reference, amountKobo: dueKobo }) => ({
      kind: 'paid',
      rawStatus: 'success',
      facts: {
        ...paidWith(reference, dueKobo),
        reference,
        currency: 'NGN',
        modeMatches: true,
        channel: 'card',
        gatewayReference: null,
        card: null,
      },
    }),
    authenticate: () => false,
    readWebhook: () => null,
    refund: async () => ({ kind: 'done', rawStatus: 'processed', refundId: null }),
    findRefund: async () => ({ kind: 'done', rawStatus: 'processed', refundId: null }),
    listSuccesses: null,
    settlements: null,
    savedCards: null,
  };
}

const config = (graceDays: number, addsVat: boolean) => ({
  ...readConfig({}),
  renewals: { invoiceDays: 7, graceDays },
  refundApprovalAboveNaira: 1_000_000_000,
  pricesIncludeVat: !addsVat,
});

function workerOn(database: Database, clock: () => Date, settings: ReturnType<typeof config>): Worker {
  return createBillingDependencies({
    database,
    clock,
    randomBytes,
    logger: pino({ level: 'silent' }),
    config: settings,
    settings: unpublishedIn({}, settings),
    gateways: [agreeable('paystack'), agreeable('flutterwave'), agreeable('quickteller')],
    checkoutOrigins: [CHECKOUT],
    publicUrl: new URL('http://portal.test'),
    encryptionKeys: ['a secret that only these histories know, and it is long'],
    hashKey: 'a key that only these histories know',
    // Notifications are tested elsewhere.
    notify: async () => {},
    queueEmail: async () => {},
    queueSms: async () => {},
    publishLiveUpdate: () => {},
    publish: publishInTests(),
    findUsedOf,
  });
}

/**
 * Killed before its end, or not: both must have the same result once it is repeated.
 */
async function untilKilled(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const causes = [error, error instanceof Error ? error.cause : null];
    if (!causes.some((cause) => cause instanceof Killed)) throw error;
  }
}

async function newCustomers(pool: pg.Pool, hosts: readonly (number | null)[], now: Date): Promise<Customer[]> {
  const keys = hosts.map(() => `sim-${randomBytes(6).toString('hex')}`);
  const { rows } = await pool.query<Customer>(
    `insert into users (email, email_key, password_hash, referral_code)
     select key || '@mail.example', key || '@mail.example', 'none', key from unnest($1::text[]) key
     returning id, id as "lineId", email`,
    [keys],
  );
  await pool.query(
    `insert into referrals (referrer_id, referee_id, referral_code, status, created_at)
     select host, friend, 'sim-' || friend, 'pending', $3 from unnest($1::int[], $2::int[]) pair (host, friend) where host is not null`,
    [hosts.map((host) => (host === null ? null : rows[host]?.id)), rows.map(({ id }) => id), now],
  );
  return rows;
}

/** A voucher of the provider's own stock; its PIN. */
async function issueVoucher(worker: Worker, staffId: number, amountKobo: Kobo): Promise<string> {
  const order = { count: 1, amountKobo, agentId: null, discountBasisPoints: null, until: null, clientRequestId: null };
  const { number } = await createBatch(worker, { ...order, staffId });
  const handedOut: string[] = [];
  const write = async ({ pins }: IssuedBatch) => {
    handedOut.push(...pins);
    return new Uint8Array();
  };
  await issueBatch(worker, { number, staffId, again: false, form: 'age', write });
  return handedOut.at(-1) ?? '';
}

/** Staff pay out by transfer what no gateway can give back. */
async function payOutRefunds(pool: pg.Pool, worker: Worker, staffId: number): Promise<void> {
  const { rows } = await pool.query(
    `select r.reference from refunds r join payments p on p.id = r.payment_id
     where r.status = 'pending' and p.gateway in ('voucher', 'agent') order by r.created_at`,
  );
  for (const { reference } of rows) {
    const transfer = { clientRequestId: `payout-${reference}`, bankReference: `T-${reference}` };
    await payOut(worker, { reference, staffId, ...transfer });
  }
}

/** Who takes cash for the provider. */
const AGENT = { name: 'Kiosk of Ada', commissionBasisPoints: 300 };

/** Repeats until nothing is due. */
async function processDue(worker: Worker): Promise<void> {
  while ((await runRenewals(worker)) > 0);
}

/** The same for add-ons. */
async function settleAddons(worker: Worker): Promise<void> {
  while ((await runAddons(worker)) > 0);
}

/** The three plans of the simulated histories, the cheapest first. */
async function findPlans(pool: pg.Pool): Promise<ModelPlan[]> {
  const { rows } = await pool.query<ModelPlan>(
    'select id, (price * 100)::int as price, data_limit_gb is not null as "hasLimit" from service_plans where is_active order by service_plans.price',
  );
  return [0, 3, 6].flatMap((place) => rows[place] ?? []);
}

/** The price of what lines have beside their plan, in kobo. */
async function findAddonPrice(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    "select (price * 100)::int as price from charge_products where monthly_for = 'ipv4'",
  );
  return rows[0].price;
}

/** A data bundle. */
async function findBundle(pool: pg.Pool): Promise<{ readonly id: string; readonly price: number }> {
  const { rows } = await pool.query('select id, (price * 100)::int as price from data_bundles order by 2 limit 1');
  return rows[0];
}

function paidWith(reference: string, dueKobo: Kobo) {
  const amountKobo = addKobo(dueKobo, toKobo(overpayments.get(reference) ?? 0));
  return { amountKobo, chargedKobo: amountKobo };
}

/** Makes a payment an overpayment. */
function payTooMuch(reference: string, overpaymentKobo: number): void {
  overpayments.set(reference, overpaymentKobo);
}

/** Releases the claims of a killed worker at once, not only after a minute. */
async function endLeases(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `update user_subscriptions set next_step_at = $1 where next_step_at > $1 and next_step_at <= $1::timestamptz + interval '1 minute'`,
    [now],
  );
}

/** Staff change the price of a plan. */
async function setPrice(pool: pg.Pool, plan: ModelPlan, price: number): Promise<void> {
  plan.price = price;
  await pool.query('update service_plans set price = $2::numeric / 100 where id = $1', [plan.id, price]);
}

export type BillingTestbed = Awaited<ReturnType<typeof startBillingTestbed>>;

/** A portal with a test clock, below HTTP, so that years pass in a second. */
export async function startBillingTestbed(graceDays: number) {
  let now = new Date('2026-01-31T09:00:00Z');
  const testDatabase = await createTestDatabase();
  const pool = connectPool({ ...testDatabase.poolConfig, ...UNHURRIED }, () => {});
  const database = databaseOf(pool);
  await Promise.all([seedPlans(database), seedDataBundles(database), seedChargeProducts(database)]);
  await pool.query('update charge_products set is_active = true where monthly_for is not null');
  let addsVat = false;
  let vatRate: VatRate = FIRST_VAT_RATE;
  const workerFor = (on: Database): Worker => ({
    ...workerOn(on, () => now, config(graceDays, addsVat)),
    vatRate: () => vatRate,
  });
  let worker = workerFor(database);
  const doomed = (statement: number) => workerFor(databaseOf(doomedPool(pool, statement)));
  const [staff, colleague] = await newCustomers(pool, [null, null], now);
  const seller = { staffId: staff?.id ?? 0, createdBy: staff?.id ?? 0, createdAt: now };
  await database.transaction((tx) => insertAgent(tx, { ...AGENT, ...seller }));
  return {
    pool,
    worker: () => worker,
    /** Switches VAT to on top of prices, or included in them. */
    setVat: (isOnTop: boolean): void => {
      addsVat = isOnTop;
      worker = workerFor(database);
    },
    /** Of what is issued from now on. */
    setVatRate: (rate: VatRate): void => {
      vatRate = rate;
    },
    staffId: staff?.id ?? 0,
    colleagueId: colleague?.id ?? 0,
    plans: await findPlans(pool),
    bundle: await findBundle(pool),
    addonPrice: await findAddonPrice(pool),
    newCustomers: (hosts: readonly (number | null)[]) => newCustomers(pool, hosts, now),
    /** Does it, after another worker was killed at it before its statement number `dies`. */
    twice: async (dies: number | null, act: (by: Worker) => Promise<unknown>): Promise<void> => {
      if (dies !== null) await untilKilled(act(doomed(dies)));
      await act(worker);
    },
    /**
     * Two workers at once, until neither finds anything, after a third was killed before its
     * statement number `dies`.
     */
    runJobs: async (dies: number | null): Promise<void> => {
      if (dies !== null) {
        await untilKilled(runRenewals(doomed(dies)));
        await endLeases(pool, now);
      }
      await applyScheduledPlans(worker, now);
      await Promise.all([processDue(worker), processDue(worker)]);
      await Promise.all([settleAddons(worker), settleAddons(worker)]);
      // Ending an add-on or charging one changes no month, but its invoice.
      await processDue(worker);
    },
    /** Ends the waits of refunds. */
    finishRefunds: async (): Promise<void> => {
      await pool.query('update refunds set next_check_at = $1 where next_check_at is not null', [now]);
      await pollRefunds(worker);
      await payOutRefunds(pool, worker, staff?.id ?? 0);
    },
    issueVoucher: (amountKobo: Kobo): Promise<string> => issueVoucher(worker, staff?.id ?? 0, amountKobo),
    payTooMuch,
    setPrice: (plan: ModelPlan, price: number) => setPrice(pool, plan, price),
    /** Moves the clock, by three minutes unless given otherwise, and returns it. */
    tick: (ms = 180_000): Date => {
      now = new Date(now.getTime() + ms);
      return now;
    },
    /**
     * Ends their histories: the jobs need not process their subscriptions in the histories of
     * others.
     */
    rest: (customers: readonly Customer[]) =>
      pool.query('update user_subscriptions set next_step_at = null where user_id = any($1)', [
        customers.map(({ id }) => id),
      ]),
    violations: (): Promise<Violation[]> => findViolations(pool),
    close: async (): Promise<void> => {
      await pool.end();
      await testDatabase.drop();
    },
  };
}
