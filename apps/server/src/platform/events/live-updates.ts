import type { Changeable, ChangedEvent, RecentEvent } from '@portal/contract/platform/live-updates';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import { type LiveBus, topic } from './live-bus.ts';
import type { LivePerson } from './live-socket.ts';
import { createRecentUpdates } from './recent-updates.ts';
import type { SocketHub } from './socket-hub.ts';

type Change = { readonly userId: number | null; readonly what: Changeable };

const changes = topic<Change>('changes');

/**
 * Makes the open pages of one customer (a person, or all who act for an account: decision 071), or of
 * everybody with null, on any instance, refetch `what`. Call it after the commit.
 */
export type PublishLiveUpdate = (userId: number | null, what: Changeable) => void;

export function createLiveUpdatePublisher(bus: LiveBus): PublishLiveUpdate {
  return (userId, what) => bus.publish([changes], { userId, what });
}

/**
 * Changes of all customers that the console shows, to whom. Tickets and chats have events of their own for
 * staff.
 */
const SHOWN_TO_STAFF: ReadonlyMap<Changeable, Permission> = new Map([
  ['account', 'customers:read'],
  ['collections', 'collections:read'],
  ['payments', 'payments:read'],
  ['referral', 'referrals:read'],
  ['subscription', 'customers:read'],
]);
const STAFF_UPDATE_MS = 1000;

/** Changes that are sent together at intervals, each once. */
function createDigest(send: (what: Changeable) => void, everyMs: number): (what: Changeable) => void {
  const due = new Set<Changeable>();
  return (what) => {
    due.add(what);
    if (due.size > 1) return;
    setTimeout(() => {
      for (const changed of due) send(changed);
      due.clear();
    }, everyMs).unref();
  };
}

/** The updates for a user from before the socket was open. */
export type ReplayLiveUpdates = (person: Pick<LivePerson, 'userId' | 'accountId' | 'access'>) => RecentEvent;

/**
 * Forwards changes to the sockets of this instance: to the affected customers at once; to staff,
 * who see all customers, once a second and without the customer's id. When events of other
 * instances were lost, all pages are asked to refetch everything.
 */
export function forwardLiveUpdates(bus: LiveBus, hub: Pick<SocketHub, 'sendTo' | 'sendToStaff'>): ReplayLiveUpdates {
  const changed = (what: Changeable): ChangedEvent => ({ type: 'changed', what });
  const recent = createRecentUpdates(() => performance.now());
  const sendToStaff = createDigest((what) => {
    recent.note('staff', what);
    const needed = SHOWN_TO_STAFF.get(what);
    if (needed) hub.sendToStaff(changed(what), needed);
  }, STAFF_UPDATE_MS);
  const announce = createLiveUpdatePublisher(bus);
  bus.subscribe(changes, ({ userId, what }) => {
    recent.note(userId ?? 'everybody', what);
    hub.sendTo(userId, changed(what));
    if (userId !== null && SHOWN_TO_STAFF.has(what)) sendToStaff(what);
  });
  // Other instances have not received events from this one either.
  bus.onLoss(() => announce(null, 'everything'));
  return ({ userId, accountId, access }) =>
    recent.recentFor([
      userId,
      ...(accountId === null ? [] : [accountId]),
      'everybody',
      ...(access === 'admin' ? (['staff'] as const) : []),
    ]);
}

/** Publishes domain events between contexts, and live updates to open pages. */
export type Changes = {
  readonly publishLiveUpdate: PublishLiveUpdate;
  readonly onChange: (what: Changeable, listener: () => void) => void;
};

/** Changes that are published to all instances. */
export function createLiveUpdates(bus: LiveBus): Changes {
  return {
    publishLiveUpdate: createLiveUpdatePublisher(bus),
    onChange: (what, listener) =>
      void bus.subscribe(changes, (change) => {
        if (change.what === what || change.what === 'everything') listener();
      }),
  };
}
