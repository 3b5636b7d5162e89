import type pg from 'pg';

/** What a program that was killed would have said, had it lived. */
export class Killed extends Error {
  override name = 'Killed';
}

type Asked = (...question: unknown[]) => Promise<unknown>;

/**
 * The pool as a program has it that is killed as it sends its statement number `statement`, counted from 1: from then on its connections are gone, what they had
 * begun is undone by PostgreSQL, and whatever it still tries fails with Killed.
 */
export function doomedPool(pool: pg.Pool, statement: number): pg.Pool {
  let sent = 0;
  const isDead = () => sent >= statement;
  const counted = (ask: Asked, die: () => void): Asked => {
    return async (...question) => {
      sent++;
      if (!isDead()) return ask(...question);
      die();
      throw new Killed(`before statement ${statement}`);
    };
  };
  const doomedClient = (client: pg.PoolClient) => ({
    query: counted(client.query.bind(client) as Asked, () => client.connection.stream.destroy()),
    release: () => client.release(isDead()),
  });
  const doomed = {
    query: counted(pool.query.bind(pool) as Asked, () => {}),
    connect: async () => {
      if (isDead()) throw new Killed(`after statement ${statement}`);
      return doomedClient(await pool.connect());
    },
  };
  return doomed as unknown as pg.Pool;
}
