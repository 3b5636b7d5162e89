import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { runDueCharges } from '../../billing/auto-pay/run-due-charges.ts';
import type { BillingDependencies } from '../../billing/billing-dependencies.ts';
import { runRenewals } from '../../billing/renewals/run-renewals.ts';
import { extendForOutage } from '../../billing/subscriptions/extend-for-outage.ts';
import type { Customer, TestbedOptions } from './payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from './renewal-testbed.ts';

const HOUR_MS = 3_600_000;

export type AutoPayTestbed = RenewalTestbed & {
  /**
   * Runs the renewals, with the given dependencies if any are given; charges are scheduled by it,
   * not run.
   */
  readonly renew: (deps?: BillingDependencies) => Promise<number>;
  /** Credits a customer with so many days of an outage. */
  readonly creditOutage: (who: Customer, days: number) => Promise<void>;
  readonly view: (who: Customer) => Promise<AutoPayView>;
  /**
   * Pays the next month with a card, which is saved for auto-pay if wanted; returns the payment's
   * reference.
   */
  readonly payByCard: (
    who: Customer,
    wish?: { gateway?: GatewayId; keep?: boolean; email?: string },
  ) => Promise<string>;
  /** A customer with a paid month who has set up auto-pay with the card that paid it. */
  readonly createPayer: (gateway?: GatewayId) => Promise<Customer>;
  /** Lets hours pass, three at a time, with the jobs after each. */
  readonly liveOn: (hours: number) => Promise<void>;
  /** Lets time pass until so many hours after the paid time has ended; before it where negative. */
  readonly liveUntilRenewal: (who: Customer, hoursAfter: number) => Promise<void>;
  /** The charges that the gateway has received. */
  readonly charges: (who: Customer) => { readonly reference: string | null; readonly amount: unknown }[];
  /** Ends a test: no faults, renewals, charges or polls of its customers reach into the next one. */
  readonly rest: () => Promise<void>;
};

/** A testbed of renewals in which saved cards are charged. */
export async function startAutoPayTestbed(options: TestbedOptions = {}): Promise<AutoPayTestbed> {
  const bed = await startRenewalTestbed(options);
  const work = async () => {
    await runRenewals(bed.renewals);
    await runDueCharges(bed.renewals);
    await bed.quiet();
    await bed.jobs.pollPendingPayments();
  };
  const payByCard: AutoPayTestbed['payByCard'] = async (who, wish = {}) => {
    const { gateway = 'paystack', keep = true, email = who.email } = wish;
    const { body: quote } = await bed.call(who, 'GET', `/api/user/payment-quote?plan=${bed.planId}`);
    const order = { amount: quote.total, email, plan: bed.planId, autoPay: keep };
    const { body } = await bed.call(who, 'POST', `/api/payment/${gateway}/initialize`, order);
    const reference = body.data.reference ?? body.data.tx_ref ?? body.data.transaction_id;
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(who, gateway, reference);
    return reference;
  };
  const liveOn = async (hours: number) => {
    for (let lived = 0; lived < hours; lived += 3) {
      bed.wait(Math.min(3, hours - lived) * HOUR_MS);
      await work();
    }
  };
  return {
    ...bed,
    payByCard,
    liveOn,
    renew: (deps = bed.renewals) => runRenewals(deps),
    creditOutage: async (who, days) => {
      const extensions = [{ subscriptionId: (await bed.subscription(who)).id, creditMs: days * 24 * HOUR_MS }];
      await bed.database.transaction((tx) => extendForOutage(bed.deps, tx, extensions, bed.deps.clock()));
    },
    rest: async () => {
      bed.sandbox.clearFaults();
      await bed.rows('update user_subscriptions set next_step_at = null');
      await bed.rows('update payments set charge_due_at = null, next_check_at = null');
    },
    view: async (who) => (await bed.call(who, 'GET', '/api/user/auto-pay')).body,
    createPayer: async (gateway = 'paystack') => {
      const who = await bed.createCustomer();
      await payByCard(who, { gateway });
      return who;
    },
    liveUntilRenewal: async (who, hoursAfter) => {
      const renewal = new Date((await bed.subscription(who)).nextBillingDate).getTime();
      const end = renewal + hoursAfter * HOUR_MS;
      const now = bed.deps.clock().getTime();
      // Of earlier reminders only the latest counts.
      const idle = Math.max(Math.min(renewal - 30 * HOUR_MS, end) - now, 0);
      bed.wait(idle);
      await liveOn((end - now - idle) / HOUR_MS);
    },
    charges: (who) =>
      bed.sandbox
        .requests({ operation: 'charge' })
        .map(({ reference, body }) => ({ reference, ...(body as { email: string; amount: unknown }) }))
        .filter(({ email }) => email === who.email),
  };
}
