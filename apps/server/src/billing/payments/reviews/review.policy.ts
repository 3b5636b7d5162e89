import { type Kobo, toKobo } from '@portal/kernel/money';

type Details = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The part of a held payment that can be booked, by the gateway's own answer; null when nothing
 * can.
 */
export type Bookable = {
  readonly receivedKobo: Kobo;
  readonly channel: string | null;
  readonly gatewayReference: string | null;
  readonly rawStatus: string;
};

function wholeKobo(value: unknown): Kobo | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? toKobo(value) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Money that came in under our reference, in the payment's currency and in the right mode: the sum
 * charged, and no more than was asked for, since a payer's fee is the gateway's. Anything else
 * cannot be booked, whatever staff decide. `held` is the event with which the payment came into
 * review.
 */
export function bookableOf(
  payment: { readonly reference: string; readonly currency: string },
  held: Details | null,
): Bookable | null {
  if (held?.reference !== payment.reference || held.currency !== payment.currency || held.modeMatches !== true)
    return null;
  const asked = wholeKobo(held.amountKobo);
  const charged = wholeKobo(held.chargedKobo) ?? asked;
  if (asked === null || charged === null) return null;
  return {
    receivedKobo: charged < asked ? charged : asked,
    channel: textOf(held.channel),
    gatewayReference: textOf(held.gatewayReference),
    rawStatus: textOf(held.status) ?? '',
  };
}
