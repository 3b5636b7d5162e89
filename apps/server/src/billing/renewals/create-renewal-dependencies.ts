import { toKobo } from '@portal/kernel/money';
import type { Config } from '../../platform/config/config.ts';
import type { PublishLiveUpdate } from '../../platform/events/live-updates.ts';
import { createChargeDependencies } from '../auto-pay/create-auto-pay-dependencies.ts';
import { nameChargedCards, scheduleCharges } from '../auto-pay/schedule-charges.ts';
import { renewFromCredit } from '../credit/pay-with-credit.ts';
import { ensureInvoices } from '../invoices/issue-invoices.ts';
import { createSeller } from '../invoices/seller.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { computeQuote } from '../payments/payment.policy.ts';
import type { PaymentDependencies } from '../payments/payment-dependencies.ts';
import type { RenewalDependencies } from './renewal-dependencies.ts';

/** The functions that features owe to the life of a subscription between two payments. */
export function createRenewalDependencies(
  payments: PaymentDependencies,
  deps: {
    readonly config: Pick<Config, 'renewals' | 'seller'>;
    readonly notify: RenewalDependencies['notify'];
    readonly publishLiveUpdate: PublishLiveUpdate;
  },
): RenewalDependencies {
  const seller = createSeller(deps.config.seller);
  return {
    database: payments.database,
    clock: payments.clock,
    log: payments.log,
    rules: deps.config.renewals,
    priceMonth: ({ name, priceKobo, autoPay }) =>
      computeQuote({
        ...{ planName: name, priceKobo, addsVat: payments.addsVat },
        ...{ firstMonth: false, autoPay, creditKobo: toKobo(0) },
      }),
    ensureInvoices: (tx, months, now) =>
      ensureInvoices(
        seller,
        tx,
        months.map((month) => ({ ...month, kind: 'period', dueAt: month.startsAt })),
        now,
      ),
    voidInvoices,
    payFromCredit: (order) => renewFromCredit(payments, order),
    scheduleCharges: (tx, months, now) => scheduleCharges(createChargeDependencies(payments), tx, months, now),
    nameCards: (tx, subscriptionIds) => nameChargedCards(createChargeDependencies(payments), tx, subscriptionIds),
    notify: deps.notify,
    publishLiveUpdate: deps.publishLiveUpdate,
  };
}
