import type { Restriction } from '../limits/limit.policy.ts';

/**
 * The line of a login by the subscription records: `status` of the customer's subscription that is
 * not cancelled, `none` without one.
 */
export type SubscriptionState = {
  readonly status: 'active' | 'suspended' | 'pending' | 'none';
  /** Of the plan; meaningless without one. */
  readonly downloadMbps: number;
  /** What is in force because the data of the month are used up; null is nothing. */
  readonly restriction: Restriction | null;
};

/**
 * The restriction in force, as it is stored: with `slower` both speeds are there.
 */
export function restrictionOf(stored: {
  readonly limited: 'slower' | 'stop' | null;
  readonly downloadMbps: number | null;
  readonly uploadMbps: number | null;
}): Restriction | null {
  const { limited, downloadMbps, uploadMbps } = stored;
  if (limited === null) return null;
  if (limited === 'stop' || downloadMbps === null || uploadMbps === null) return { do: 'stop' };
  return { do: 'slower', downloadMbps, uploadMbps };
}

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

/**
 * The name of the access servers' policy that lets a line reach the portal and its payment pages only, put
 * in force where a plan stops at its limit (docs/freeradius.md).
 */
export const LIMIT_POLICY = 'portal-only';

const MEGABIT = 1_000_000;

/**
 * The Access-Accept of a line, in rlm_rest's names. Contains no text by people, because FreeRADIUS
 * expands its values.
 */
export function acceptance(
  { downloadMbps, restriction }: Pick<SubscriptionState, 'downloadMbps' | 'restriction'>,
  uploadPercent: number,
) {
  const rates =
    restriction?.do === 'slower'
      ? { down: restriction.downloadMbps, up: restriction.uploadMbps }
      : ratesOf(downloadMbps, uploadPercent);
  return {
    ...(restriction?.do === 'stop' && {
      'reply:Filter-Id': LIMIT_POLICY,
      'reply:Mikrotik-Address-List': LIMIT_POLICY,
    }),
    'reply:Mikrotik-Rate-Limit': mikrotikRateLimit(rates),
    'reply:WISPr-Bandwidth-Max-Down': rates.down * MEGABIT,
    'reply:WISPr-Bandwidth-Max-Up': rates.up * MEGABIT,
    'reply:Acct-Interim-Interval': INTERIM_SECONDS,
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
