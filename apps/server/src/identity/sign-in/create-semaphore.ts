/**
 * Lets at most `width` pieces of work run at once; the others wait in order. While some wait, those that are done are given back `together` at a time:
 * whoever works on with them finds its caches warm for all but the first (docs/decisions/040-sign-ins-are-answered-together.md). Without a queue nobody waits for others.
 */
export function createSemaphore(width: number, together: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  const done: (() => void)[] = [];
  let running = 0;

  const start = async (): Promise<void> => {
    if (running < width) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = async (): Promise<void> => {
    const next = waiting.shift();
    if (next) next();
    else running--;
    const left = new Promise<void>((resolve) => done.push(resolve));
    if (waiting.length === 0 || done.length >= together) for (const giveBack of done.splice(0)) giveBack();
    await left;
  };
  return async (work) => {
    await start();
    try {
      return await work();
    } finally {
      await leave();
    }
  };
}
