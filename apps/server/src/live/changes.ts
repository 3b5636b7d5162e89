import type { Changeable, ChangedEvent } from '@portal/contract/live';
import { type LiveBus, topic } from './live-bus.ts';

type Change = { readonly userId: number | null; readonly what: Changeable };

const changes = topic<Change>('changes');

/** Tells the open pages of one person, or with null of everybody, on whichever instance, to ask again for `what`. To be called after the commit. */
export type AnnounceChange = (userId: number | null, what: Changeable) => void;

export function createAnnouncer(bus: LiveBus): AnnounceChange {
  return (userId, what) => bus.publish([changes], { userId, what });
}

/** Passes the changes on to the sockets of this instance. */
export function listenForChanges(bus: LiveBus, tell: (userId: number | null, event: ChangedEvent) => void): () => void {
  return bus.subscribe(changes, ({ userId, what }) => tell(userId, { type: 'changed', what }));
}

/** How features hear of each other's changes, and open pages of what they show. */
export type Changes = {
  readonly announceChange: AnnounceChange;
  readonly onChange: (what: Changeable, listener: () => void) => void;
};

/** Changes that are told to all instances. */
export function createChanges(bus: LiveBus): Changes {
  return {
    announceChange: createAnnouncer(bus),
    onChange: (what, listener) =>
      void listenForChanges(bus, (_userId, event) => {
        if (event.what === what) listener();
      }),
  };
}
