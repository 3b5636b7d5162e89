import { negateKobo, toKobo } from '@portal/kernel/money';
import type { BillingDependencies } from '../../billing/billing-dependencies.ts';
import { sellerOf } from '../../billing/invoices/seller.ts';
import { addCredit, postEntries } from '../../billing/ledger/ledger.repository.ts';
import { runRenewals } from '../../billing/renewals/run-renewals.ts';
import { unpublishedSettings } from '../unpublished-settings.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed, type TestbedOptions } from './payment-testbed.ts';

const DAY_MS = 24 * 3_600_000;

export type RenewalTestbed = PaymentTestbed & {
  readonly renewals: BillingDependencies;
  /** The same with prices that exclude VAT. */
  readonly taxedRenewals: BillingDependencies;
  /** Lets days pass, an hour at a time with the job after each, or in one leap. */
  readonly live: (days: number, stepHours?: number) => Promise<void>;
  /**
   * Pays the quoted sum for the next month through a gateway, or from credit where that covers it.
   */
  readonly payMonth: (who: Customer, planId?: string) => Promise<void>;
  readonly subscription: (who: Customer) => Promise<ReturnType<typeof JSON.parse>>;
  /** Adds credit as a referral would, without one. In naira. */
  readonly creditBy: (who: Customer, naira: number) => Promise<void>;
  /** Kinds of notices at the customer's bell, the oldest first. */
  readonly noticesOf: (who: Customer) => Promise<string[]>;
};

/** A payment testbed in which time passes: days go by as fast as the job can follow. */
export async function startRenewalTestbed(options: TestbedOptions = {}): Promise<RenewalTestbed> {
  const bed = await startPaymentTestbed(options);
  const renewals: BillingDependencies = {
    ...bed.deps,
    rules: { invoiceDays: 7, graceDays: 3 },
    seller: () => sellerOf(unpublishedSettings),
    publishLiveUpdate: () => {},
  };
  return {
    ...bed,
    renewals,
    taxedRenewals: { ...renewals, addedVat: (issuedRate) => issuedRate ?? 750 },
    live: async (days, stepHours = 12) => {
      for (let hours = 0; hours < days * 24; hours += stepHours) {
        bed.wait(Math.min(stepHours, days * 24 - hours) * (DAY_MS / 24));
        await runRenewals(renewals);
      }
    },
    payMonth: async (who, planId = bed.planId) => {
      const { body: quote } = await bed.call(who, 'GET', `/api/user/payment-quote?plan=${planId}`);
      if (quote.total === 0) {
        await bed.call(who, 'POST', '/api/user/pay-with-credit', { plan: planId });
        return;
      }
      const order = { amount: quote.total, email: who.email, plan: planId };
      const { body } = await bed.call(who, 'POST', '/api/payment/paystack/initialize', order);
      bed.sandbox.decide(body.data.reference, 'approve');
      await bed.verify(who, 'paystack', body.data.reference);
    },
    creditBy: async (who, naira) => {
      const amountKobo = toKobo(naira * 100);
      const [payment] = await bed.rows('select id from payments where user_id = $1', [who.id]);
      await bed.database.transaction(async (tx) => {
        await addCredit(tx, who.id, amountKobo);
        await postEntries(tx, {
          transactionKey: `adjustment:${who.id}:${bed.deps.newReference()}`,
          userId: who.id,
          paymentId: String(payment?.id),
          entries: [
            { account: 'revenue', amountKobo },
            { account: 'credit', amountKobo: negateKobo(amountKobo) },
          ],
          now: bed.deps.clock(),
        });
      });
    },
    subscription: async (who) => (await bed.call(who, 'GET', '/api/user/subscription')).body,
    noticesOf: async (who) =>
      (await bed.rows('select kind from notices where user_id = $1 order by id', [who.id])).map(({ kind }) =>
        String(kind),
      ),
  };
}
