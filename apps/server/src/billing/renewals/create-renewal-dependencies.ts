import { toKobo } from '@portal/kernel/money';
import type { Config } from '../../platform/config/config.ts';
import type { AnnounceChange } from '../../platform/events/live-updates.ts';
import { createChargeParts } from '../auto-pay/create-auto-pay-dependencies.ts';
import { nameChargedCards, planCharges } from '../auto-pay/schedule-charges.ts';
import { renewFromCredit } from '../credit/pay-with-credit.ts';
import { ensureInvoices } from '../invoices/issue-invoices.ts';
import { createSeller } from '../invoices/seller.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { computeQuote } from '../payments/payment.policy.ts';
import type { PaymentParts } from '../payments/payment-dependencies.ts';
import type { RenewalParts } from './renewal-dependencies.ts';

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
