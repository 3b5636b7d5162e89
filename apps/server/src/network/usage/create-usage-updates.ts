/** The interval between two updates of one customer's pages; a packet is shown within this time. */
const GAP_MS = 1000;

/**
 * Notifies a customer's open pages that their usage has changed: at once, and then at most once a
 * second, with a last update for changes in between. `stop` drops pending updates.
 */
export function createUsageUpdates(publish: (userId: number) => void): {
  readonly note: (userIds: ReadonlySet<number>) => void;
  readonly stop: () => void;
} {
  /** Customers who were notified less than a second ago; true when another update is pending. */
  const quiet = new Map<number, { timer: NodeJS.Timeout; hasMore: boolean }>();
  const say = (userId: number): void => {
    const timer = setTimeout(() => {
      const { hasMore } = quiet.get(userId) ?? { hasMore: false };
      quiet.delete(userId);
      if (hasMore) say(userId);
    }, GAP_MS).unref();
    quiet.set(userId, { timer, hasMore: false });
    publish(userId);
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
