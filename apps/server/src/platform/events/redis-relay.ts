import type { RedisSettings } from '../config/config.ts';
import { connectRedis } from './connect-redis.ts';

/** Carries events to the other instances through Redis or Valkey. */
export type RedisRelay = {
  /**
   * Drops the event when Redis is unavailable: the other instances notice by themselves, at the
   * latest when they reconnect (`onLoss`).
   */
  readonly send: (topics: readonly string[], event: object) => void;
  /** Events of other instances, never of this one. */
  readonly onEvent: (listener: (topics: readonly string[], event: object) => void) => void;
  /**
   * Every 5 s, because an instance may have died between its commit and its publish; every second
   * while Redis is unavailable.
   */
  readonly onPossibleLoss: (listener: () => void) => void;
  /**
   * Called when this instance is connected again after a time in which it was not, or in which its
   * own events may have been lost.
   */
  readonly onLoss: (listener: () => void) => void;
  /** Whether this instance receives its own heartbeats through Redis. */
  readonly isConnected: () => boolean;
  /** Resolves once this instance receives events. */
  readonly ready: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** One channel for all: instances are few, and each only checks whether it has listeners. */
const CHANNEL = 'portal:live';
const BEAT_MS = 1000;
/**
 * After this long without its own heartbeats an instance considers Redis unavailable, whatever its
 * connections report.
 */
const DISCONNECTED_AFTER_MS = 3000;
const BEATS_PER_ROUTINE_CHECK = 5;
const LONGEST_PAUSE_MS = 2000;

type RelayedEvent = { readonly topics: readonly string[]; readonly event: object };

/**
 * On the channel a message begins with the instance's name and a blank, so that an instance need
 * not parse its own messages.
 */
function createReceiver(self: string) {
  let receivedAt = Number.NEGATIVE_INFINITY;
  let isComplete = true;
  let reportLoss: () => void = () => {};
  const connected = Promise.withResolvers<void>();
  const isDisconnected = (): boolean => performance.now() - receivedAt > DISCONNECTED_AFTER_MS;
  let onMessage: (topics: readonly string[], event: object) => void = () => {};
  return {
    onEvent: (listener: typeof onMessage): void => {
      onMessage = listener;
    },
    onLoss: (listener: () => void): void => {
      reportLoss = listener;
    },
    /** Events may be lost from here on, or from a moment ago. */
    markIncomplete: (): void => {
      isComplete = false;
    },
    receive: (text: string): void => {
      if (text.startsWith(`${self} `)) {
        const lost = !isComplete || (receivedAt !== Number.NEGATIVE_INFINITY && isDisconnected());
        receivedAt = performance.now();
        isComplete = true;
        connected.resolve();
        if (lost) reportLoss();
        return;
      }
      const events: readonly RelayedEvent[] = JSON.parse(text.slice(text.indexOf(' ')));
      for (const { topics, event } of events) onMessage(topics, event);
    },
    isDisconnected,
    hasReceived: (): boolean => receivedAt !== Number.NEGATIVE_INFINITY,
    ready: () => connected.promise,
  };
}

/** Events of one turn of the event loop are sent together. */
function createBatch(publish: (events: readonly RelayedEvent[]) => void) {
  let events: RelayedEvent[] = [];
  return (event: RelayedEvent): void => {
    events.push(event);
    if (events.length > 1) return;
    setImmediate(() => {
      publish(events);
      events = [];
    });
  };
}

/** Reports the first failure, and the next one only after a success. */
function createErrorReport(isConnected: () => boolean, onTrouble: (error: unknown) => void) {
  let reported = false;
  return (error: unknown): void => {
    if (reported && !isConnected()) return;
    reported = true;
    onTrouble(error);
  };
}

function pauseMs(failures: number): number {
  return Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS);
}

/**
 * Connects in the background, retries without limit, and reconnects whenever the connection is
 * lost; `onTrouble` is called with failures. `self` names this instance.
 */
export function createRedisRelay(deps: {
  readonly redis: RedisSettings;
  readonly self: string;
  readonly onTrouble: (error: unknown) => void;
}): RedisRelay {
  const { self, onTrouble } = deps;
  // Unsent events are dropped: the catch-up or `onLoss` would repeat them.
  const publisher = connectRedis(deps.redis, pauseMs, { maxRetriesPerRequest: null, enableOfflineQueue: false });
  const listener = connectRedis(deps.redis, pauseMs, { maxRetriesPerRequest: null, autoResubscribe: false });
  const receiver = createReceiver(self);
  const reportError = createErrorReport(() => !receiver.isDisconnected(), onTrouble);
  let isClosed = false;
  for (const connection of [publisher, listener]) {
    connection.on('error', reportError).on('close', receiver.markIncomplete);
    // iovalkey retries no more when one Sentinel reports a fail-over while it asks another for the master.
    connection.on('end', () => {
      if (!isClosed) connection.connect().catch(() => {});
    });
  }
  listener.on('message', (_channel: string, text: string) => receiver.receive(text));
  listener.on('ready', () => void listener.subscribe(CHANNEL).catch(reportError));

  const publish = (events: readonly RelayedEvent[]): void => {
    if (publisher.status === 'ready')
      publisher.publish(CHANNEL, `${self} ${JSON.stringify(events)}`).catch(reportError);
  };
  const queueEvent = createBatch(publish);
  let catchUp: () => void = () => {};
  let beats = 0;
  const heartbeat = setInterval(() => {
    beats++;
    publish([]);
    if (receiver.isDisconnected() || beats % BEATS_PER_ROUTINE_CHECK === 0) catchUp();
  }, BEAT_MS);
  heartbeat.unref();
  return {
    // A Redis that has stopped answering would receive everything at once when it recovers, long
    // after it is outdated.
    send: (topics, event) => {
      if (!(receiver.hasReceived() && receiver.isDisconnected())) queueEvent({ topics, event });
    },
    onEvent: receiver.onEvent,
    onLoss: receiver.onLoss,
    onPossibleLoss: (listener) => {
      catchUp = listener;
    },
    isConnected: () => !receiver.isDisconnected(),
    ready: receiver.ready,
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      publisher.disconnect();
      listener.disconnect();
    },
  };
}
