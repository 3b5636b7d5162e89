import type pg from 'pg';

type Send = (...query: unknown[]) => Promise<unknown>;

/**
 * A pool that does something else once: after the first matching statement has been answered, and
 * before its caller continues.
 */
export function interruptedPool(pool: pg.Pool, statement: RegExp, interrupt: () => Promise<void>): pg.Pool {
  let isDone = false;
  const interrupted = (send: Send): Send => {
    return async (...args) => {
      const answer = await send(...args);
      const query = args[0] as string | { readonly text: string };
      if (isDone || !statement.test(typeof query === 'string' ? query : query.text)) return answer;
      isDone = true;
      await interrupt();
      return answer;
    };
  };
  const client = (real: pg.PoolClient) => ({
    query: interrupted(real.query.bind(real) as Send),
    release: (error?: Error | boolean) => real.release(error),
  });
  const watched = {
    query: interrupted(pool.query.bind(pool) as Send),
    connect: async () => client(await pool.connect()),
  };
  return watched as unknown as pg.Pool;
}
