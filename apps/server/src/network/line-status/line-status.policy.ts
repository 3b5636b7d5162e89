import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { SILENT_MS } from '../simultaneous-use/simultaneous-use.policy.ts';

/** What the network knows of a line. */
export type LineFacts = {
  /** Null where no login was ever made for it. */
  readonly line: {
    readonly limited: 'slower' | 'stop' | null;
    readonly lastAcceptedAt: Date | null;
  } | null;
  readonly openSession: { readonly startedAt: Date; readonly lastPacketAt: Date } | null;
  readonly lastEndedAt: Date | null;
};

/** An incident, or maintenance that is under way, which may concern the line. */
export type Trouble = {
  readonly kind: 'incident' | 'maintenance';
  readonly area: string;
  readonly endsAt: Date | null;
};

/**
 * Whether a line is on, and why not. `unknown`: it is paid, and the network has not told whether it is
 * connected.
 */
export type LineStatus =
  | { readonly kind: 'no-plan' | 'awaiting-payment' | 'account-unpaid' | 'limit-reached' | 'unknown' }
  | { readonly kind: 'account-paused'; readonly until: Date }
  | { readonly kind: 'incident' | 'maintenance'; readonly area: string; readonly endsAt: Date | null }
  | { readonly kind: 'online' | 'no-session'; readonly since: Date };

/**
 * The first reason in the order in which a customer can do something about it: what is not paid, what is
 * known of the network, then what the last packets say. A session that has been silent for ten minutes
 * says nothing.
 */
export function lineStatusOf(
  subscription: {
    readonly status: SubscriptionView['status'];
    readonly pausedUntil?: string | null | undefined;
  } | null,
  { line, openSession, lastEndedAt }: LineFacts,
  trouble: Trouble | null,
  now: Date,
): LineStatus {
  if (subscription === null || subscription.status === 'cancelled') return { kind: 'no-plan' };
  if (subscription.status === 'pending') return { kind: 'awaiting-payment' };
  const { pausedUntil } = subscription;
  if (typeof pausedUntil === 'string') return { kind: 'account-paused', until: new Date(pausedUntil) };
  if (subscription.status === 'suspended') return { kind: 'account-unpaid' };
  const isHeard = openSession !== null && now.getTime() - openSession.lastPacketAt.getTime() < SILENT_MS;
  if (isHeard && line?.limited !== 'stop') return { kind: 'online', since: openSession.startedAt };
  if (trouble) return trouble;
  if (line?.limited === 'stop') return { kind: 'limit-reached' };
  if (openSession !== null || lastEndedAt === null) return { kind: 'unknown' };
  return { kind: 'no-session', since: lastEndedAt };
}
