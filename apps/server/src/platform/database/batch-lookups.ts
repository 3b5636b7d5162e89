/**
 * Gathers the lookups of one turn of the event loop into one query. `load` answers for several keys at once, by key; a key that it leaves out
 * was not found. Every lookup is asked after it was made, so no answer is older than its question. A failed query fails all its lookups.
 */
export function batchLookups<T>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | null> {
  let waiting = new Map<string, PromiseWithResolvers<T | null>>();

  const ask = async (): Promise<void> => {
    const asked = waiting;
    waiting = new Map();
    try {
      const found = await load([...asked.keys()]);
      for (const [key, { resolve }] of asked) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  };
  return (key) => {
    const same = waiting.get(key);
    if (same) return same.promise;
    if (waiting.size === 0) setImmediate(() => void ask());
    const lookup = Promise.withResolvers<T | null>();
    waiting.set(key, lookup);
    return lookup.promise;
  };
}
