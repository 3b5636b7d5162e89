import * as z from 'zod/mini';

/**
 * Why a socket was closed. After `restart`, `tooSlow` and any code not listed (1006, 1011 …)
 * clients reconnect, with growing, jittered delays and, on a chat's socket, with the last seq.
 * After the others they do not: `signedOut` requires a sign-in, `chatEnded` has sent everything,
 * `tooManySockets` means that this user has opened too many sockets and the oldest was closed
 * (until its page is shown again). 1003, 1008 and 1009 answer frames that our pages never send.
 */
export const closeCodes = {
  restart: 1012,
  signedOut: 4401,
  tooSlow: 4408,
  chatEnded: 4410,
  tooManySockets: 4429,
} as const;

/**
 * The data of a page that has just become stale; `everything` after a time in which updates may
 * have been lost.
 */
export const changeable = z.enum([
  'account',
  'chat',
  'collections',
  'everything',
  'network-status',
  'notices',
  'payments',
  'plans',
  'referral',
  'subscription',
  'tickets',
  'usage',
]);
export type Changeable = z.infer<typeof changeable>;

/**
 * Refetch what is named. Sent on every socket: /ws/live, /ws/chat/:sessionId and /ws/staff; a tab
 * needs one of them.
 */
export const changedEvent = z.object({ type: z.literal('changed'), what: changeable });
export type ChangedEvent = z.infer<typeof changedEvent>;

/**
 * The first message on every socket: the updates of the last `withinMs` milliseconds, and how long
 * ago they were. A page that was loaded before it connected learns from it what it has missed;
 * after a reconnection a page refetches everything.
 */
export type RecentEvent = {
  readonly type: 'recent';
  readonly withinMs: number;
  readonly changes: readonly { readonly what: Changeable; readonly agoMs: number }[];
};

/**
 * Sent on every socket within 60 s of the previous one: browsers hide the protocol's pings from
 * pages, so without it a dead connection would look like an idle one.
 */
export type HeartbeatEvent = { readonly type: 'heartbeat' };

/**
 * The socket of a signed-in tab without a chat. It sends `recent` and `changed`, and accepts no
 * frames.
 */
export const LIVE_SOCKET = '/ws/live';
