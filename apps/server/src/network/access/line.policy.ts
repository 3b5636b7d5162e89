import { addressAttributes, type LineAddresses } from '../addresses/address-attributes.ts';

/**
 * The line of a login by the subscription records: `status` of the customer's subscription that is
 * not cancelled, `none` without one.
 */
export type SubscriptionState = {
  readonly status: 'active' | 'suspended' | 'pending' | 'none';
  /** Of the plan; meaningless without one. */
  readonly downloadMbps: number;
  /** What the line has for itself, and the access servers' name of the pool of its plan; absent without. */
  readonly addresses?: LineAddresses;
};

/** The access of a line at the network. */
export type LineAccess = { readonly access: 'open' | 'closed'; readonly downloadMbps: number };

/**
 * The login of a new line; `attempt` counts from 0 on while staff have given it to another
 * customer.
 */
export function newUsername(lineId: number, attempt: number): string {
  return `line-${1000 + lineId}${attempt === 0 ? '' : `-${attempt + 1}`}@fibre`;
}

/**
 * Five minutes between the packets of a session: the interval at which usage grows; a session is
 * stale after three missed ones.
 */
const INTERIM_SECONDS = 300;

/** Rates of a line in megabits a second; the upload is rounded up, so that it is never zero. */
export function ratesOf(downloadMbps: number, uploadPercent: number): { readonly down: number; readonly up: number } {
  return { down: downloadMbps, up: Math.ceil((downloadMbps * uploadPercent) / 100) };
}

/**
 * Seen from the router: upload from the customer first, then download. It takes precedence over the
 * WISPr attributes.
 */
export function mikrotikRateLimit({ down, up }: ReturnType<typeof ratesOf>): string {
  return `${up}M/${down}M`;
}

const MEGABIT = 1_000_000;

/**
 * The Access-Accept of a line, in rlm_rest's names. Contains no text by people, because FreeRADIUS
 * expands its values.
 */
export function acceptance({ downloadMbps, addresses }: Omit<SubscriptionState, 'status'>, uploadPercent: number) {
  const rates = ratesOf(downloadMbps, uploadPercent);
  return {
    'reply:Mikrotik-Rate-Limit': mikrotikRateLimit(rates),
    'reply:WISPr-Bandwidth-Max-Down': rates.down * MEGABIT,
    'reply:WISPr-Bandwidth-Max-Up': rates.up * MEGABIT,
    'reply:Acct-Interim-Interval': INTERIM_SECONDS,
    ...addressAttributes(addresses),
  };
}

/** Why a line is rejected; null when it is accepted. */
export function apiErrorOf(line: SubscriptionState | null): string | null {
  switch (line?.status) {
    case 'active':
      return null;
    case 'suspended':
      return 'This line is paused or its bill is overdue: the account page says which. An overdue line opens again as soon as it is paid.';
    case 'pending':
      return 'This line opens with its first payment.';
    case 'none':
      return 'This line has no plan.';
    case undefined:
      return 'This login is not known.';
  }
}
