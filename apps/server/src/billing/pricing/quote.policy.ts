import { type VatRate, vatOn, vatPercent } from '@portal/kernel/billing/vat';
import { addKobo, type Kobo, minKobo, negateKobo, percentOf, toKobo } from '@portal/kernel/money';

/** Specification section 9: a referred friend's first month, and the auto-pay saving. */
const FIRST_MONTH_PERCENT = 20;
const AUTO_PAY_PERCENT = 10;

/** The item of a quote that is a way to pay, not a change of the price. */
export const CREDIT_LABEL = 'Account credit';

/** The item of a quote that is the VAT, where the catalogue's prices exclude it. */
export const vatLabel = (rate: VatRate) => `VAT, ${vatPercent(rate)}%`;

/** Whether an item is the VAT, of whatever rate. */
export const isVatLabel = (label: string) => /^VAT, [\d.]+%$/.test(label);

/** What a line has beside its plan, with its price a month. */
export type Addon = { readonly id: string; readonly name: string; readonly priceKobo: Kobo };

export type QuoteLine = { readonly label: string; readonly amountKobo: Kobo };

/** What a customer owes now. The items add up to `totalKobo`, which is never below zero. */
export type Quote = {
  readonly lines: readonly QuoteLine[];
  readonly totalKobo: Kobo;
  readonly creditUsedKobo: Kobo;
  /** The rate of the VAT that is one of the items. */
  readonly vatRate?: VatRate;
};

/**
 * The extra price of a dearer plan for the remaining days of a month, rounded half up to the kobo;
 * zero or less where it is not dearer.
 */
export function upgradePrice(order: {
  readonly fromKobo: Kobo;
  readonly toKobo: Kobo;
  readonly remainingDays: number;
  readonly totalDays: number;
}): Kobo {
  const difference = order.toKobo - order.fromKobo;
  return toKobo(Math.floor((2 * difference * order.remainingDays + order.totalDays) / (2 * order.totalDays)));
}

/**
 * Prices one month of a plan with the add-ons of its line, or another `item`. Each percentage is of the
 * plan's price, rounded half up; discounts and credit end at zero. (Product decisions, Money.)
 */
export function computeQuote(order: {
  readonly planName: string;
  readonly item?: string;
  readonly priceKobo: Kobo;
  readonly firstMonth: boolean;
  readonly autoPay: boolean;
  readonly addons?: readonly Addon[] | undefined;
  /** Of the VAT on top; zero where prices include it. */
  readonly addedVat: VatRate;
  readonly creditKobo: Kobo;
}): Quote {
  const lines: QuoteLine[] = [{ label: order.item ?? `${order.planName}, one month`, amountKobo: order.priceKobo }];
  let dueKobo = order.priceKobo;
  const deduct = (label: string, wantedKobo: Kobo): Kobo => {
    const amountKobo = minKobo(wantedKobo, dueKobo);
    if (amountKobo <= 0) return toKobo(0);
    lines.push({ label, amountKobo: negateKobo(amountKobo) });
    dueKobo = addKobo(dueKobo, negateKobo(amountKobo));
    return amountKobo;
  };
  if (order.firstMonth) {
    deduct(
      `Referred friend, ${FIRST_MONTH_PERCENT}% off the first month`,
      percentOf(order.priceKobo, FIRST_MONTH_PERCENT),
    );
  }
  if (order.autoPay) deduct(`Auto-pay saving, ${AUTO_PAY_PERCENT}%`, percentOf(order.priceKobo, AUTO_PAY_PERCENT));
  for (const { name, priceKobo } of order.addons ?? []) {
    lines.push({ label: `${name}, one month`, amountKobo: priceKobo });
    dueKobo = addKobo(dueKobo, priceKobo);
  }
  if (order.addedVat > 0) {
    const amountKobo = vatOn(dueKobo, order.addedVat);
    lines.push({ label: vatLabel(order.addedVat), amountKobo });
    dueKobo = addKobo(dueKobo, amountKobo);
  }
  const creditUsedKobo = deduct(CREDIT_LABEL, order.creditKobo);
  return { lines, totalKobo: dueKobo, creditUsedKobo, ...(order.addedVat > 0 && { vatRate: order.addedVat }) };
}
