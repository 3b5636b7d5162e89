import { toKobo } from '@portal/kernel/money';
import { nameChargedCards, planCharges } from './billing/auto-pay/schedule-charges.ts';
import { renewFromCredit } from './billing/credit/pay-with-credit.ts';
import { ensureInvoices } from './billing/invoices/issue-invoices.ts';
import { createSeller } from './billing/invoices/seller.ts';
import { voidInvoices } from './billing/invoices/void-invoices.ts';
import { computeQuote } from './billing/payments/payment.policy.ts';
import type { PaymentParts } from './billing/payments/payment-dependencies.ts';
import type { RenewalParts } from './billing/renewals/renewal-dependencies.ts';
import { giveTimeBack } from './billing/subscriptions/extend-for-outage.ts';
import { createChargeParts } from './create-auto-pay-parts.ts';
import type { CompensationParts } from './network/outage-credits/credit-outages.ts';
import type { Config } from './platform/config/config.ts';
import type { AnnounceChange } from './platform/events/live-updates.ts';

/** The functions that features owe to the life of a subscription between two payments. */
export function createRenewalParts(
  payments: PaymentParts,
  parts: {
    readonly config: Pick<Config, 'renewals' | 'seller'>;
    readonly notify: RenewalParts['notify'];
    readonly announceChange: AnnounceChange;
  },
): RenewalParts {
  const seller = createSeller(parts.config.seller);
  return {
    database: payments.database,
    clock: payments.clock,
    log: payments.log,
    rules: parts.config.renewals,
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
    planCharges: (tx, months, now) => planCharges(createChargeParts(payments), tx, months, now),
    nameCards: (tx, subscriptionIds) => nameChargedCards(createChargeParts(payments), tx, subscriptionIds),
    notify: parts.notify,
    announceChange: parts.announceChange,
  };
}

/** The functions that features owe to giving back the time of an outage. */
export function createCompensationParts(renewals: RenewalParts): CompensationParts {
  const { database, clock, notify, announceChange } = renewals;
  return {
    ...{ database, clock, notify, announceChange },
    giveTimeBack: (tx, losses, now) => giveTimeBack(renewals, tx, losses, now),
  };
}
