import { toKobo } from '@portal/kernel/money';
import type { Config } from './config.ts';
import { ensureInvoices } from './features/invoice/issue-invoices.ts';
import { createSeller } from './features/invoice/seller.ts';
import { voidInvoices } from './features/invoice/void-invoices.ts';
import { renewFromCredit } from './features/payment/pay-with-credit.ts';
import { computeQuote } from './features/payment/payment.policy.ts';
import type { PaymentParts } from './features/payment/payment-parts.port.ts';
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
    priceMonth: ({ name, priceKobo }) =>
      computeQuote({
        ...{ planName: name, priceKobo, addsVat: payments.addsVat },
        ...{ firstMonth: false, autoPay: false, creditKobo: toKobo(0) },
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
    notify: parts.notify,
    announceChange: parts.announceChange,
  };
}
