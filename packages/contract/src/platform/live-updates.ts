import * as z from 'zod/mini';

/**
 * Why a socket was closed. After `restart`, `tooSlow` and any code not listed (1006, 1011 …) connect again, with growing, jittered pauses and, on a
 * chat's socket, with the last seq. After the others do not: `signedOut` asks for a sign-in, `chatEnded` has told everything, `tooManySockets` means that this
 * person has opened more sockets than one may have and the oldest had to go (until somebody looks at its page again). 1003, 1008 and 1009 answer frames that no page of ours sends.
 */
export const closeCodes = {
  restart: 1012,
  signedOut: 4401,
  tooSlow: 4408,
  chatEnded: 4410,
  tooManySockets: 4429,
} as const;

/** What a page may show that has just become stale; `everything` after a time in which changes may have gone untold. */
export const changeable = z.enum([
  'account',
  'chat',
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

/** Ask again for what is named. Sent on every socket: /ws/live, /ws/chat/:sessionId and /ws/staff; a tab needs one of them. */
export const changedEvent = z.object({ type: z.literal('changed'), what: changeable });
export type ChangedEvent = z.infer<typeof changedEvent>;

/**
 * The first word on every socket: what was told within the last `withinMs` milliseconds, and how long ago. A page that was read before it was connected
 * knows from it what it has missed; after a loss a page asks again for everything.
 */
export type RecentEvent = {
  readonly type: 'recent';
  readonly withinMs: number;
  readonly changes: readonly { readonly what: Changeable; readonly agoMs: number }[];
};

/**
 * Sent on every socket within 60 s of the one before: a browser does not show its page the pings of the protocol, so that without it a dead connection would
 * look like a quiet one.
 */
export type HeartbeatEvent = { readonly type: 'heartbeat' };

/** The socket of a signed-in tab without a chat. It sends `recent` and `changed`, and takes no frames. */
export const LIVE_SOCKET = '/ws/live';
