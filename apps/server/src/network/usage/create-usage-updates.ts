/** The interval between two updates of one customer's pages; a packet is shown within this time. */
const GAP_MS = 1000;

/**
 * Notifies a customer's open pages that their usage has changed: at once, and then at most once a
 * second, with a last update for changes in between. `stop` drops pending updates.
 */
export function createUsageUpdates(publish: (accountId: number) => void): {
  readonly note: (accountIds: ReadonlySet<number>) => void;
  readonly stop: () => void;
} {
  /** Customers who were notified less than a second ago; true when another update is pending. */
  const quiet = new Map<number, { timer: NodeJS.Timeout; hasMore: boolean }>();
  const say = (accountId: number): void => {
    const timer = setTimeout(() => {
      const { hasMore } = quiet.get(accountId) ?? { hasMore: false };
      quiet.delete(accountId);
      if (hasMore) say(accountId);
    }, GAP_MS).unref();
    quiet.set(accountId, { timer, hasMore: false });
    publish(accountId);
  };
  return {
    note: (accountIds) => {
      for (const accountId of accountIds) {
        const known = quiet.get(accountId);
        if (known) known.hasMore = true;
        else say(accountId);
      }
    },
    stop: () => {
      for (const { timer } of quiet.values()) clearTimeout(timer);
      quiet.clear();
    },
  };
}
