import { DAY_MS, lagosDay, lagosPeriod } from '@portal/kernel/calendar';

/** The fields by which its owner recognises a card. */
type Named = { readonly cardBrand: string | null; readonly cardLastFour: string | null };

/** "Visa ending 4081". */
export function cardLabel({ cardBrand, cardLastFour }: Named, gatewayName: string): string {
  return cardLastFour ? `${cardBrand ?? 'Card'} ending ${cardLastFour}` : `Saved at ${gatewayName}`;
}

const WARNED_DAYS = 30;

/** A card is valid until the end of its expiry month. */
export function isExpired(expiry: string | null, now: Date): boolean {
  return expiry !== null && expiry < lagosPeriod(now);
}

/**
 * The last month that ends at most 30 days from now: owners of cards that expire in it or before
 * are warned.
 */
export function lastWarnedMonth(now: Date): string {
  const { year, month } = lagosDay(new Date(now.getTime() + WARNED_DAYS * DAY_MS));
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

/**
 * Declines of banks and gateways that are permanent. Everything else, lack of money above all, may
 * be different tomorrow.
 */
const FOR_GOOD =
  /stolen|lost card|expired|invalid (card|token)|do not honou?r|pick ?up|restricted|not permitted|closed account|no such (card|account|issuer)|fraud|blocked|authori[sz]ation (code|not found)|(wrong|invalid) token|email (does not|passed)|not reusable/i;

/** Whether a decline is permanent: then auto-pay stops instead of retrying. */
export function isHardDecline(reason: string | null): boolean {
  return reason !== null && FOR_GOOD.test(reason);
}
