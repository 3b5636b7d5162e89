import { toKobo } from '@portal/kernel/money';
import type { Config } from './config.ts';
import { createChargeParts } from './create-auto-pay-parts.ts';
import { nameChargedCards, planCharges } from './features/auto-pay/plan-charges.ts';
import { ensureInvoices } from './features/invoice/issue-invoices.ts';
import { createSeller } from './features/invoice/seller.ts';
import { voidInvoices } from './features/invoice/void-invoices.ts';
import type { CompensationParts } from './features/network-status/compensate-outages.ts';
import { renewFromCredit } from './features/payment/pay-with-credit.ts';
import { computeQuote } from './features/payment/payment.policy.ts';
import type { PaymentParts } from './features/payment/payment-parts.port.ts';
import { giveTimeBack } from './features/subscription/give-time-back.ts';
import type { RenewalParts } from './features/subscription/renewal-parts.port.ts';
import type { AnnounceChange } from './live/changes.ts';

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
