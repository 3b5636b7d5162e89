import type { RedisRelay } from './redis-relay.ts';

/** A topic for events of one kind, with their type; only our own instances publish. */
export type Topic<E extends object> = { readonly name: string; readonly event?: E };

export function topic<E extends object>(name: string): Topic<E> {
  return { name };
}

/**
 * Publishes events to the sockets of this instance and of the others. An event is a hint about
 * something already committed: it may arrive late, out of order or, when an instance dies or Redis
 * is unavailable, not at all. A subscriber that must not miss anything fetches what a hint names,
 * and refetches everything when in doubt.
 */
export type LiveBus = {
  /** Whether there may be other instances. */
  readonly hasOthers: boolean;
  /** Whether events pass between this instance and the others at this moment. */
  readonly isConnected: () => boolean;
  /**
   * Call it after the commit. Never throws and never waits; listeners of this instance have been
   * called when it returns.
   */
  readonly publish: <E extends object>(topics: readonly Topic<E>[], event: E) => void;
  /** Subscribes; returns a function that unsubscribes. */
  readonly subscribe: <E extends object>(topic: Topic<E>, listener: (event: E) => void) => () => void;
  /**
   * Called whenever events of other instances may have been missed; never without other instances.
   * Returns a function that unsubscribes.
   */
  readonly onPossibleLoss: (listener: () => void) => () => void;
  /**
   * Called when events of other instances arrive again after a time in which they were lost; never
   * without other instances.
   */
  readonly onLoss: (listener: () => void) => void;
  readonly close: () => Promise<void>;
};

type Listener = (event: object) => void;

/** The listeners of this instance. One that throws does not affect the others. */
function createDispatch(onError: (error: unknown) => void) {
  const listeners = new Map<string, Set<Listener>>();
  return {
    dispatch: (name: string, event: object): void => {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    add: (name: string, listener: Listener): (() => void) => {
      const same = listeners.get(name);
      if (same) same.add(listener);
      else listeners.set(name, new Set([listener]));
      return () => {
        const all = listeners.get(name);
        all?.delete(listener);
        if (all?.size === 0) listeners.delete(name);
      };
    },
  };
}

/**
 * A bus within this process or, with `relay`, between all instances that share the relay's Redis.
 */
export function createLiveBus(deps: {
  readonly relay: RedisRelay | null;
  readonly onError: (error: unknown) => void;
}): LiveBus {
  const { relay, onError } = deps;
  const { dispatch, add } = createDispatch(onError);
  const doubters = new Set<() => void>();
  relay?.onEvent((names, event) => {
    for (const name of names) dispatch(name, event);
  });
  relay?.onPossibleLoss(() => {
    for (const doubt of doubters) doubt();
  });
  const losers = new Set<() => void>();
  relay?.onLoss(() => {
    for (const loss of losers) loss();
  });
  return {
    hasOthers: relay !== null,
    isConnected: () => relay?.isConnected() ?? false,
    publish: (topics, event) => {
      for (const { name } of topics) dispatch(name, event);
      relay?.send(
        topics.map(({ name }) => name),
        event,
      );
    },
    subscribe: <E extends object>({ name }: Topic<E>, listener: (event: E) => void) => add(name, listener as Listener),
    onPossibleLoss: (listener) => {
      doubters.add(listener);
      return () => doubters.delete(listener);
    },
    onLoss: (listener) => void losers.add(listener),
    close: async () => relay?.close(),
  };
}
