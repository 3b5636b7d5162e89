import type { Restriction } from '../limits/limit.policy.ts';
import type { Device, DeviceRefusal, LoginRules } from '../simultaneous-use/simultaneous-use.policy.ts';
import { atSpeed, type LineValues } from '../vendor-profiles/render-profile.ts';

/** What a line gets besides its speed when it connects; null for what it has not. */
export type LineAddresses = {
  readonly ipv4: string | null;
  readonly ipv6Prefix: string | null;
  /** The access servers' own name of a pool. */
  readonly pool: string | null;
};

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
  /** What the line has for itself, and the access servers' name of the pool of its plan; absent without. */
  readonly addresses?: LineAddresses;
};

/** A line as the database has it, with the routers that it admits; a copy in memory has no `admission`. */
export type LineState = SubscriptionState & { readonly admission?: Admission };

/** See refusalOf (simultaneous-use.policy.ts). */
export type Admission = Pick<LoginRules, 'sessionsAtOnce' | 'lockedMac'> & {
  readonly online: readonly Device[] | null;
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
export const INTERIM_SECONDS = 300;

/** Rates of a line in megabits a second; the upload is rounded up, so that it is never zero. */
export function ratesOf(downloadMbps: number, uploadPercent: number): { readonly down: number; readonly up: number } {
  return { down: downloadMbps, up: Math.ceil((downloadMbps * uploadPercent) / 100) };
}

/**
 * The name of the access servers' policy that lets a line reach the portal and its payment pages only, put
 * in force where a plan stops at its limit (docs/freeradius.md).
 */
export const LIMIT_POLICY = 'portal-only';

/** What an access server is told of a line: its speed in force, and the policy of one that has stopped. */
export function valuesOf(line: Omit<SubscriptionState, 'status'>, uploadPercent: number): LineValues {
  const { downloadMbps, restriction, addresses } = line;
  const { ipv4: address = null, ipv6Prefix: prefix = null, pool = null } = addresses ?? {};
  const { down, up } = ratesOf(downloadMbps, uploadPercent);
  const speed =
    restriction?.do === 'slower'
      ? atSpeed({ downMbps: restriction.downloadMbps, upMbps: restriction.uploadMbps })
      : atSpeed({ downMbps: down, upMbps: up });
  const policy = restriction?.do === 'stop' ? LIMIT_POLICY : null;
  return { ...speed, limit: restriction?.do ?? 'none', policy, address, prefix, pool };
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

/** Why an open line rejects a router, for its Access-Reject. */
export const DEVICE_REFUSALS: Readonly<Record<DeviceRefusal, string>> = {
  'mac-lock': 'This line works with another router. Its account page says how to let a new one in.',
  'in-use': 'This line is in use by another router.',
};
