/**
 * Runs at most `width` tasks at once; the others wait in order. While tasks wait, results are
 * returned `together` at a time, so that their callers find warm caches for all but the first
 * (docs/decisions/040-sign-ins-are-answered-together.md). Without a queue results are returned at
 * once.
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
    if (waiting.length === 0 || done.length >= together) for (const release of done.splice(0)) release();
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
