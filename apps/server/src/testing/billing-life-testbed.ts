import { randomBytes } from 'node:crypto';
import type { GatewayId } from '@portal/contract/payment';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import pino from 'pino';
import { readConfig } from '../config.ts';
import { createPaymentParts } from '../create-payment-parts.ts';
import { createRenewalParts } from '../create-renewal-parts.ts';
import { findViolations, type Violation } from '../database/testing/invariants.ts';
import type { Gateway } from '../features/payment/gateways/gateway.port.ts';
import { initializePayment } from '../features/payment/initialize-payment.ts';
import { payWithCredit } from '../features/payment/pay-with-credit.ts';
import { findPaymentByReference } from '../features/payment/payment.repository.ts';
import type { PaymentParts } from '../features/payment/payment-parts.port.ts';
import { quotePayment } from '../features/payment/quote-payment.ts';
import { settlePayment } from '../features/payment/settle-payment.ts';
import { applyScheduledPlans } from '../features/subscription/apply-scheduled-plans.ts';
import { cancelSubscription, withdrawCancellation } from '../features/subscription/cancel-subscription.ts';
import { endPause, pauseSubscription } from '../features/subscription/pause-subscription.ts';
import type { RenewalParts } from '../features/subscription/renewal-parts.port.ts';
import { runRenewals } from '../features/subscription/run-renewals.ts';
import { Refusal } from '../http/refusal.ts';
import { startTestPortal, type TestPortal } from './test-portal.ts';

const CHECKOUT = 'https://checkout.example';

/** Says yes to everything, at once: what gateways get wrong is tested elsewhere. */
function agreeable(id: GatewayId): Gateway {
  return {
    ...{ id, name: id, currency: 'NGN', answerNames: { url: 'link', reference: 'reference' } },
    initialize: async ({ reference }) => ({ kind: 'opened', url: `${CHECKOUT}/${reference}`, gatewayReference: null }),
    confirm: async ({ reference, amountKobo }) => ({
      ...{ kind: 'paid', rawStatus: 'success' },
      facts: {
        ...{ reference, amountKobo, chargedKobo: amountKobo, currency: 'NGN', modeMatches: true },
        ...{ channel: 'card', gatewayReference: null },
      },
    }),
    authenticate: () => false,
    readNotice: () => null,
    refund: async () => ({ kind: 'refused', reason: 'not here' }),
    findRefund: async () => ({ kind: 'absent' }),
    listSuccesses: null,
  };
}

/** What customers try without a right to is refused, and that is that. */
async function tried(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** How the customer's open line and credit stand. */
async function stateOf(portal: TestPortal, userId: number) {
  const { rows: lines } = await portal.pool.query(
    "select status, next_renewal, paid_periods from user_subscriptions where user_id = $1 and status <> 'cancelled'",
    [userId],
  );
  const { rows: credits } = await portal.pool.query(
    'select (balance * 100)::int as credit from credit_balances where user_id = $1',
    [userId],
  );
  const [line] = lines;
  return {
    status: line?.status ?? null,
    end: line && line.status !== 'pending' ? line.next_renewal.toISOString() : null,
    paidMonths: line?.paid_periods ?? null,
    credit: credits[0]?.credit ?? 0,
  };
}

type Made = {
  readonly portal: TestPortal;
  readonly parts: PaymentParts;
  readonly renewals: RenewalParts;
  readonly planId: string;
};

async function newCustomer(made: Made) {
  const { portal, parts, renewals, planId } = made;
  const key = `life-${randomBytes(6).toString('hex')}`;
  const { rows } = await portal.pool.query(
    `insert into users (email, email_key, password_hash, referral_code) values ($1, $1, 'none', $2) returning id`,
    [`${key}@mail.example`, key],
  );
  const userId: number = rows[0].id;
  const email = `${key}@mail.example`;
  const open = async (amountKobo: Kobo, gatewayId: GatewayId = 'quickteller') => {
    const payer = { id: userId, name: 'Amina' };
    const order = {
      gatewayId,
      planId,
      purpose: 'period' as const,
      amountNaira: nairaFromKobo(amountKobo),
      email,
      payer,
    };
    return (await initializePayment(parts, order)).reference;
  };
  const settle = async (reference: string) => {
    const payment = await findPaymentByReference(portal.database, reference);
    if (!payment) throw new Error(`no payment ${reference}`);
    await Promise.all([settlePayment(parts, payment, 'webhook'), settlePayment(parts, payment, 'sweep')]);
  };
  return {
    open,
    settle,
    pay: async () => {
      const { totalKobo } = await quotePayment(parts, portal.database, { userId, planId });
      if (totalKobo === 0) await payWithCredit(parts, { userId, email, planId, purpose: 'period' });
      else await settle(await open(totalKobo, 'paystack'));
    },
    payTwice: async (amountKobo: Kobo) => {
      const references = [await open(amountKobo, 'paystack'), await open(amountKobo, 'flutterwave')];
      await Promise.all(references.map(settle));
    },
    leave: () => tried(cancelSubscription({ ...renewals }, { userId, reason: 'Moving' })),
    stay: () => tried(withdrawCancellation({ ...renewals }, userId)),
    pause: (days: number) => tried(pauseSubscription({ ...renewals }, { userId, days })),
    comeBack: () => tried(endPause({ ...renewals }, userId)),
    /** Their story is told: the job need not look at their line in the lives of others. */
    rest: () => portal.pool.query('update user_subscriptions set next_step_at = null where user_id = $1', [userId]),
    state: () => stateOf(portal, userId),
  };
}

export type BillingLife = Awaited<ReturnType<typeof startBillingLife>>;

/** A portal whose time is ours, below HTTP, so that years go by in a second. */
export async function startBillingLife(graceDays: number) {
  let now = new Date('2026-01-31T09:00:00Z');
  const portal = await startTestPortal();
  const config = { ...readConfig({}), renewals: { invoiceDays: 7, graceDays } };
  const parts = createPaymentParts({
    ...{ database: portal.database, clock: () => now, randomBytes, logger: pino({ level: 'silent' }), config },
    gateways: [agreeable('paystack'), agreeable('flutterwave'), agreeable('quickteller')],
    checkoutOrigins: [CHECKOUT],
    publicUrl: new URL('http://portal.test'),
  });
  const renewals = createRenewalParts(parts, {
    ...{ config, announceChange: () => {} },
    notify: async (tx, notice) => void (await parts.notify(tx, notice)),
  });
  const { rows: plans } = await portal.pool.query(
    "select id, price from service_plans where name = 'Premium Fiber 100Mbps'",
  );
  const planId: string = plans[0].id;
  const runJobs = async () => {
    await applyScheduledPlans(portal.database, now);
    // Two workers at once, until neither finds anything.
    while ((await Promise.all([runRenewals(renewals), runRenewals(renewals)])).some((count) => count > 0));
  };

  return {
    priceKobo: Math.round(Number(plans[0].price) * 100),
    newCustomer: () => newCustomer({ portal, parts, renewals, planId }),
    runJobs,
    /** Moves the clock on, by three minutes unless it is told otherwise, and says what it shows. */
    tick: (ms = 180_000) => {
      now = new Date(now.getTime() + ms);
      return now;
    },
    violations: (): Promise<Violation[]> => findViolations(portal.pool),
    close: portal.close,
  };
}
