import type pg from 'pg';

type Asked = (...question: unknown[]) => Promise<unknown>;

/**
 * The pool with something else done once in between: after the first statement that matches has
 * been answered, and before whoever sent it goes on.
 */
export function interruptedPool(pool: pg.Pool, statement: RegExp, interrupt: () => Promise<void>): pg.Pool {
  let isDone = false;
  const interrupted = (ask: Asked): Asked => {
    return async (...question) => {
      const answer = await ask(...question);
      const query = question[0] as string | { readonly text: string };
      if (isDone || !statement.test(typeof query === 'string' ? query : query.text)) return answer;
      isDone = true;
      await interrupt();
      return answer;
    };
  };
  const client = (real: pg.PoolClient) => ({
    query: interrupted(real.query.bind(real) as Asked),
    release: (error?: Error | boolean) => real.release(error),
  });
  const watched = {
    query: interrupted(pool.query.bind(pool) as Asked),
    connect: async () => client(await pool.connect()),
  };
  return watched as unknown as pg.Pool;
}
