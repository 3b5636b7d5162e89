/** Between two words to the pages of one customer; a packet is told of within this time. */
const GAP_MS = 1000;

/**
 * Tells a customer's open pages that their usage has changed: at once, and then at most once a second, with a last word about what came in between. `stop` drops what
 * was not told yet.
 */
export function createUsageUpdates(tell: (userId: number) => void): {
  readonly note: (userIds: ReadonlySet<number>) => void;
  readonly stop: () => void;
} {
  /** Who was told less than a second ago; true when there is more to tell. */
  const quiet = new Map<number, { timer: NodeJS.Timeout; hasMore: boolean }>();
  const say = (userId: number): void => {
    const timer = setTimeout(() => {
      const { hasMore } = quiet.get(userId) ?? { hasMore: false };
      quiet.delete(userId);
      if (hasMore) say(userId);
    }, GAP_MS).unref();
    quiet.set(userId, { timer, hasMore: false });
    tell(userId);
  };
  return {
    note: (userIds) => {
      for (const userId of userIds) {
        const known = quiet.get(userId);
        if (known) known.hasMore = true;
        else say(userId);
      }
    },
    stop: () => {
      for (const { timer } of quiet.values()) clearTimeout(timer);
      quiet.clear();
    },
  };
}
