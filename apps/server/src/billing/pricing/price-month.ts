import { type Kobo, toKobo } from '@portal/kernel/money';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import type { PlanForSale } from './find-plan-for-sale.ts';
import { computeQuote, type Quote } from './quote.policy.ts';
import { snapshotOf } from './quote-payment.ts';

type Plan = Required<Pick<PlanForSale, 'name' | 'priceKobo' | 'issuedVatRate' | 'addons'>>;

/** The price of a subscription's month, item by item, before credit. */
export function priceMonth(
  { addedVat }: Pick<VatRules, 'addedVat'>,
  { name, priceKobo, issuedVatRate, addons, autoPay }: Plan & { readonly autoPay: boolean },
): Quote {
  return computeQuote({
    planName: name,
    priceKobo,
    firstMonth: false,
    autoPay,
    addons,
    addedVat: addedVat(issuedVatRate),
    creditKobo: toKobo(0),
  });
}

/** One month of a plan with its add-ons on auto-pay, credit taken off. */
export type ChargePrice = {
  readonly quote: PaymentRow['quote'];
  readonly totalKobo: Kobo;
  readonly creditUsedKobo: Kobo;
  readonly savingKobo: Kobo;
};

/** What a saved card is charged for a month, and the saving in it. */
export function priceCharge(settings: Pick<VatRules, 'addedVat'>, plan: Plan, creditKobo: Kobo): ChargePrice {
  const quote = computeQuote({
    planName: plan.name,
    priceKobo: plan.priceKobo,
    firstMonth: false,
    autoPay: true,
    addons: plan.addons,
    addedVat: settings.addedVat(plan.issuedVatRate),
    creditKobo,
  });
  const { totalKobo, creditUsedKobo } = quote;
  const byHand = priceMonth(settings, { ...plan, autoPay: false });
  return {
    quote: snapshotOf({ ...quote, plan: { ...plan, id: '' } }),
    totalKobo,
    creditUsedKobo,
    savingKobo: toKobo(byHand.totalKobo - totalKobo - creditUsedKobo),
  };
}
