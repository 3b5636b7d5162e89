/** What the subscription records say of the line with a login: `status` of the customer's subscription that is not cancelled, `none` without one. */
export type SubscriptionState = {
  readonly status: 'active' | 'suspended' | 'pending' | 'none';
  /** Of the plan; of no meaning while there is none. */
  readonly downloadMbps: number;
};

/** What the network is told of a line. */
export type LineAccess = { readonly access: 'open' | 'closed'; readonly downloadMbps: number };

/** The login of a new line; `attempt` counts from 0 on while staff have given it to somebody else. */
export function newUsername(userId: number, attempt: number): string {
  return `line-${1000 + userId}${attempt === 0 ? '' : `-${attempt + 1}`}@fibre`;
}

/** Five minutes between two words of a session: the interval at which usage grows, and a session is missed after three. */
const INTERIM_SECONDS = 300;

/** Rates of a line in megabits a second; the upload is rounded up, so that it is never nothing. */
export function ratesOf(downloadMbps: number, uploadPercent: number): { readonly down: number; readonly up: number } {
  return { down: downloadMbps, up: Math.ceil((downloadMbps * uploadPercent) / 100) };
}

/** Seen from the router: what comes in from the customer first, then what goes out to them. It outranks the WISPr attributes. */
export function mikrotikRateLimit({ down, up }: ReturnType<typeof ratesOf>): string {
  return `${up}M/${down}M`;
}

const MEGABIT = 1_000_000;

/** The Access-Accept of a line, in rlm_rest's names. Nothing in it comes from people: FreeRADIUS expands what it is given. */
export function acceptance(downloadMbps: number, uploadPercent: number) {
  const rates = ratesOf(downloadMbps, uploadPercent);
  return {
    'reply:Mikrotik-Rate-Limit': mikrotikRateLimit(rates),
    'reply:WISPr-Bandwidth-Max-Down': rates.down * MEGABIT,
    'reply:WISPr-Bandwidth-Max-Up': rates.up * MEGABIT,
    'reply:Acct-Interim-Interval': INTERIM_SECONDS,
  };
}

/** Why a line may not come on; null when it may. */
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
