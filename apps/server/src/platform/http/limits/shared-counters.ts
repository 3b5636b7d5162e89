/** The subject of a limit: an address, an account by its id, a device. */
export type Subject = string | number;

/** What an instance has counted since it last published: counter, subject, count. */
export type Counts = readonly (readonly [string, Subject, number])[];

/** The other instances, where there are any. */
export type CountSharing = {
  readonly publish: (counts: Counts) => void;
  readonly onReceived: (listener: (counts: Counts) => void) => void;
};

export type Counter = {
  /**
   * Adds to the subject's count in its window, and returns the sum. A negative number subtracts.
   */
  readonly add: (subject: Subject, amount: number) => number;
  /** Whole seconds until the subject's window ends, at least 1. */
  readonly secondsLeft: (subject: Subject) => number;
};

/** `name` is the same on all instances; `max` is the counter's limit. */
export type CounterPlan = { readonly name: string; readonly max: number; readonly windowMs: number };

export type OpenCounter = (plan: CounterPlan) => Counter;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

const MOST_SUBJECTS = 20_000;
const PUBLISH_EVERY_MS = 1000;
/** A subject that uses less than a tenth of a limit is not published to the other instances. */
const PUBLISHED_FROM_SHARE = 0.1;

type Window = { readonly startedAt: number; count: number };

/** Counts in fixed windows, one per subject. Beyond 20,000 subjects the oldest are evicted. */
function createWindows(windowMs: number) {
  const windows = new Map<Subject, Window>();
  const openWindow = (subject: Subject, startedAt: number): Window => {
    const window = { startedAt, count: 0 };
    windows.delete(subject);
    windows.set(subject, window);
    const [oldest] = windows.size > MOST_SUBJECTS ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    return window;
  };
  const windowOf = (subject: Subject, now: number): Window => {
    const known = windows.get(subject);
    return known && known.startedAt + windowMs > now ? known : openWindow(subject, now);
  };
  return {
    add: (subject: Subject, amount: number): number => {
      const window = windowOf(subject, performance.now());
      window.count = Math.max(0, window.count + amount);
      return window.count;
    },
    secondsLeft: (subject: Subject): number => {
      const now = performance.now();
      return Math.max(1, Math.ceil((windowOf(subject, now).startedAt + windowMs - now) / 1000));
    },
  };
}

/** Collects counts for the other instances, and publishes them once a second. */
function createPublisher(sharing: CountSharing) {
  const unpublished = new Map<string, [string, Subject, number]>();
  const publishAll = (): void => {
    sharing.publish([...unpublished.values()]);
    unpublished.clear();
  };
  return (name: string, subject: Subject, amount: number): void => {
    if (unpublished.size === 0) setTimeout(publishAll, PUBLISH_EVERY_MS).unref();
    const entry = unpublished.get(`${name} ${subject}`) ?? [name, subject, 0];
    entry[2] += amount;
    unpublished.set(`${name} ${subject}`, entry);
  };
}

/**
 * Counters in memory, exact however many requests arrive together; with `sharing`, a second later,
 * those of all instances count as one.
 */
export function createCounters(sharing: CountSharing | null): OpenCounter {
  const note = sharing ? createPublisher(sharing) : null;
  const opened = new Map<string, ReturnType<typeof createWindows>>();
  sharing?.onReceived((counts) => {
    for (const [name, subject, amount] of counts) opened.get(name)?.add(subject, amount);
  });
  return ({ name, max, windowMs }) => {
    const windows = createWindows(windowMs);
    opened.set(name, windows);
    return {
      secondsLeft: windows.secondsLeft,
      add: (subject, amount) => {
        const count = windows.add(subject, amount);
        // A count that is subtracted is also published if it was published before.
        if (note && Math.max(count, count - amount) >= max * PUBLISHED_FROM_SHARE) note(name, subject, amount);
        return count;
      },
    };
  };
}
