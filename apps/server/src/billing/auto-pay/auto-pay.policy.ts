import { DAY_MS, lagosDate, lagosDay, lagosPeriod } from '@portal/kernel/calendar';

/** The fields by which its owner recognises a card or a bank account. */
type Named = {
  readonly kind?: 'card' | 'mandate';
  readonly cardBrand: string | null;
  readonly cardLastFour: string | null;
  readonly bankName?: string | null;
};

/** "Visa ending 4081", "Zenith Bank ending 6789". */
export function methodLabel(
  { kind = 'card', cardBrand, cardLastFour, bankName = null }: Named,
  gatewayName: string,
): string {
  if (kind === 'mandate') return mandateLabel(bankName, cardLastFour);
  return cardLastFour ? `${cardBrand ?? 'Card'} ending ${cardLastFour}` : `Saved at ${gatewayName}`;
}

/** "Zenith Bank ending 6789", as far as bank and digits are known. */
export function mandateLabel(bankName: string | null, lastFour: string | null): string {
  const bank = bankName ?? 'Bank account';
  return lastFour ? `${bank} ending ${lastFour}` : bank;
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
  /stolen|lost card|expired|mandate (is |was |has been )?(not active|inactive|cancell?ed|revoked|expired|not found)|invalid (card|token)|do not honou?r|pick ?up|restricted|not permitted|closed account|no such (card|account|issuer)|fraud|blocked|authori[sz]ation (code|not found)|(wrong|invalid) token|email (does not|passed)|not reusable/i;

/** Lack of money, in the words of banks: it says nothing about the account. */
const NO_MONEY = /insufficient|not sufficient|no sufficient|low balance/i;

/** Why an attempt was declined, as far as its customer can do something about it. */
export function declineReason(reason: string | null): 'no-money' | null {
  return reason !== null && NO_MONEY.test(reason) ? 'no-money' : null;
}

/** The first of the planned moments that is ahead and not on the day of the last attempt. */
export function nextChargeTime(times: readonly Date[], now: Date, triedOn: string | null): Date | null {
  return times.find((at) => at > now && lagosDate(at) !== triedOn) ?? null;
}

/** Whether a decline is permanent: then auto-pay stops instead of retrying. */
export function isHardDecline(reason: string | null): boolean {
  return reason !== null && FOR_GOOD.test(reason);
}
