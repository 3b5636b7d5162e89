import type { Changeable, ChangedEvent, RecentEvent } from '@portal/contract/platform/live-updates';
import { type LiveBus, topic } from './live-bus.ts';
import type { LivePerson } from './live-socket.ts';
import { createRecentUpdates } from './recent-updates.ts';
import type { SocketHub } from './socket-hub.ts';

type Change = { readonly userId: number | null; readonly what: Changeable };

const changes = topic<Change>('changes');

/** Tells the open pages of one person, or with null of everybody, on whichever instance, to ask again for `what`. To be called after the commit. */
export type PublishLiveUpdate = (userId: number | null, what: Changeable) => void;

export function createLiveUpdatePublisher(bus: LiveBus): PublishLiveUpdate {
  return (userId, what) => bus.publish([changes], { userId, what });
}

/** What the console shows of all customers. Tickets and chats are told to staff by themselves. */
const SHOWN_TO_STAFF: ReadonlySet<Changeable> = new Set(['account', 'payments', 'referral', 'subscription']);
const STAFF_TOLD_EVERY_MS = 1000;

/** What is told together, once in a while, each once. */
function createDigest(tell: (what: Changeable) => void, everyMs: number): (what: Changeable) => void {
  const due = new Set<Changeable>();
  return (what) => {
    due.add(what);
    if (due.size > 1) return;
    setTimeout(() => {
      for (const changed of due) tell(changed);
      due.clear();
    }, everyMs).unref();
  };
}

/** What a person was told before the socket was open. */
export type ReplayLiveUpdates = (person: Pick<LivePerson, 'userId' | 'access'>) => RecentEvent;

/**
 * Passes the changes on to the sockets of this instance: to those whom they concern at once; to staff, who see all customers, once a second and without saying whose. When events of other
 * instances were lost everybody is told to ask again for everything.
 */
export function forwardLiveUpdates(bus: LiveBus, hub: Pick<SocketHub, 'tell' | 'tellStaff'>): ReplayLiveUpdates {
  const changed = (what: Changeable): ChangedEvent => ({ type: 'changed', what });
  const recent = createRecentUpdates(() => performance.now());
  const tellStaff = createDigest((what) => {
    recent.note('staff', what);
    hub.tellStaff(changed(what));
  }, STAFF_TOLD_EVERY_MS);
  const announce = createLiveUpdatePublisher(bus);
  bus.subscribe(changes, ({ userId, what }) => {
    recent.note(userId ?? 'everybody', what);
    hub.tell(userId, changed(what));
    if (userId !== null && SHOWN_TO_STAFF.has(what)) tellStaff(what);
  });
  // The others were told nothing by this instance either.
  bus.onLoss(() => announce(null, 'everything'));
  return ({ userId, access }) =>
    recent.toldTo(access === 'admin' ? [userId, 'everybody', 'staff'] : [userId, 'everybody']);
}

/** How features hear of each other's changes, and open pages of what they show. */
export type Changes = {
  readonly publishLiveUpdate: PublishLiveUpdate;
  readonly onChange: (what: Changeable, listener: () => void) => void;
};

/** Changes that are told to all instances. */
export function createLiveUpdates(bus: LiveBus): Changes {
  return {
    publishLiveUpdate: createLiveUpdatePublisher(bus),
    onChange: (what, listener) =>
      void bus.subscribe(changes, (change) => {
        if (change.what === what || change.what === 'everything') listener();
      }),
  };
}
