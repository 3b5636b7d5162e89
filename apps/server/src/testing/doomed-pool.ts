import type pg from 'pg';

/** What a program that was killed would have said, had it lived. */
export class Killed extends Error {
  override name = 'Killed';
}

type Asked = (...question: unknown[]) => Promise<unknown>;

type Query = string | { readonly text: string };

/**
 * The pool as a program has it that is killed as it sends its statement number `statement`, counted
 * from 1, or the first that matches it: from then on its connections are gone, what they had begun
 * is undone by PostgreSQL, and whatever it still tries fails with Killed.
 */
export function doomedPool(pool: pg.Pool, statement: number | RegExp): pg.Pool {
  let sent = 0;
  let isDead = false;
  const isLast = (query: Query) =>
    typeof statement === 'number' ? sent >= statement : statement.test(typeof query === 'string' ? query : query.text);
  const counted = (ask: Asked, die: () => void): Asked => {
    return async (...question) => {
      sent++;
      isDead ||= isLast(question[0] as Query);
      if (!isDead) return ask(...question);
      die();
      throw new Killed(`before statement ${statement}`);
    };
  };
  const doomedClient = (client: pg.PoolClient) => ({
    query: counted(client.query.bind(client) as Asked, () => client.connection.stream.destroy()),
    release: () => client.release(isDead),
  });
  const doomed = {
    query: counted(pool.query.bind(pool) as Asked, () => {}),
    connect: async () => {
      if (isDead) throw new Killed(`after statement ${statement}`);
      return doomedClient(await pool.connect());
    },
  };
  return doomed as unknown as pg.Pool;
}
