import { Redis } from 'iovalkey';

/** Carries events to the other instances through Redis or Valkey. */
export type RedisRelay = {
  /** Forgets the event when Redis is away: the other instances find out by themselves, at the latest when they hear again (`onLoss`). */
  readonly send: (topics: readonly string[], event: object) => void;
  /** Events of other instances, never one's own. */
  readonly onEvent: (listener: (topics: readonly string[], event: object) => void) => void;
  /** Every 5 s, because an instance may have died between its commit and its word; every second while Redis is away or silent. */
  readonly onDoubt: (listener: () => void) => void;
  /** Called when this instance hears again after a time in which it did not, or in which its own words may have been lost. */
  readonly onLoss: (listener: () => void) => void;
  /** Resolves once this instance hears what is sent. */
  readonly ready: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** One channel for all: instances are few, and each looks only whether anybody listens. */
const CHANNEL = 'portal:live';
const BEAT_MS = 1000;
/** Without hearing its own beats for so long an instance takes Redis for away, whatever its connections say. */
const DEAF_AFTER_MS = 3000;
const BEATS_PER_ROUTINE_DOUBT = 5;
const LONGEST_PAUSE_MS = 2000;

type Word = { readonly topics: readonly string[]; readonly event: object };

/** On the channel an instance's words follow its name and a blank, so that its own echo need not be read. */
function createEar(self: string) {
  let heardAt = Number.NEGATIVE_INFINITY;
  let heardWell = true;
  let tellLoss: () => void = () => {};
  const hearing = Promise.withResolvers<void>();
  const isDeaf = (): boolean => performance.now() - heardAt > DEAF_AFTER_MS;
  let tell: (topics: readonly string[], event: object) => void = () => {};
  return {
    onEvent: (listener: typeof tell): void => {
      tell = listener;
    },
    onLoss: (listener: () => void): void => {
      tellLoss = listener;
    },
    /** What was said from here on, or a moment ago, may be lost. */
    lose: (): void => {
      heardWell = false;
    },
    hear: (text: string): void => {
      if (text.startsWith(`${self} `)) {
        const lost = !heardWell || (heardAt !== Number.NEGATIVE_INFINITY && isDeaf());
        heardAt = performance.now();
        heardWell = true;
        hearing.resolve();
        if (lost) tellLoss();
        return;
      }
      const words: readonly Word[] = JSON.parse(text.slice(text.indexOf(' ')));
      for (const { topics, event } of words) tell(topics, event);
    },
    isDeaf,
    hasHeard: (): boolean => heardAt !== Number.NEGATIVE_INFINITY,
    ready: () => hearing.promise,
  };
}

/** What is said in one turn goes out together. */
function createMouth(say: (words: readonly Word[]) => void) {
  let words: Word[] = [];
  return (word: Word): void => {
    words.push(word);
    if (words.length > 1) return;
    setImmediate(() => {
      say(words);
      words = [];
    });
  };
}

/** Reports the first trouble, and the next one only after things went well again. */
function createComplaint(isWell: () => boolean, onTrouble: (error: unknown) => void) {
  let complained = false;
  return (error: unknown): void => {
    if (complained && !isWell()) return;
    complained = true;
    onTrouble(error);
  };
}

/** Connects in the background, for as long as it takes, and again whenever the connection is lost; `onTrouble` hears of it. `self` names this instance. */
export function createRedisRelay(deps: {
  readonly url: string;
  readonly self: string;
  readonly onTrouble: (error: unknown) => void;
}): RedisRelay {
  const { url, self, onTrouble } = deps;
  const options = {
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(50 * 2 ** times, LONGEST_PAUSE_MS),
  };
  // What could not be sent at once is not kept: by then it would be told by the catching up, or by `onLoss`.
  const speaker = new Redis(url, { ...options, enableOfflineQueue: false });
  const listener = new Redis(url, { ...options, autoResubscribe: true });
  const ear = createEar(self);
  const complain = createComplaint(() => !ear.isDeaf(), onTrouble);
  for (const connection of [speaker, listener]) connection.on('error', complain).on('close', ear.lose);
  listener.on('message', (_channel: string, text: string) => ear.hear(text));
  listener.subscribe(CHANNEL).catch(complain);

  const say = (words: readonly Word[]): void => {
    if (speaker.status === 'ready') speaker.publish(CHANNEL, `${self} ${JSON.stringify(words)}`).catch(complain);
  };
  const speak = createMouth(say);
  let doubt: () => void = () => {};
  let beats = 0;
  const heart = setInterval(() => {
    beats++;
    say([]);
    if (ear.isDeaf() || beats % BEATS_PER_ROUTINE_DOUBT === 0) doubt();
  }, BEAT_MS);
  heart.unref();
  return {
    // A Redis that has fallen silent would be sent everything at once when it wakes, long after it was news.
    send: (topics, event) => {
      if (!(ear.hasHeard() && ear.isDeaf())) speak({ topics, event });
    },
    onEvent: ear.onEvent,
    onLoss: ear.onLoss,
    onDoubt: (doubter) => {
      doubt = doubter;
    },
    ready: ear.ready,
    close: async () => {
      clearInterval(heart);
      speaker.disconnect();
      listener.disconnect();
    },
  };
}
