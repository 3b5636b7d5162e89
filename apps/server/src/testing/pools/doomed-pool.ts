import pg from 'pg';

/** The error of a killed process. */
export class Killed extends Error {
  override name = 'Killed';
}

type Send = (...query: unknown[]) => Promise<unknown>;

type Query = string | { readonly text: string };

/**
 * A pool whose process is killed as it sends its statement number `statement`, counted from 1, or
 * the first that matches it: from then on its connections are closed, and whatever it still tries
 * fails with Killed, once PostgreSQL has rolled its transaction back and released its locks.
 */
export function doomedPool(pool: pg.Pool, statement: number | RegExp): pg.Pool {
  let sent = 0;
  let isDead = false;
  const isLast = (query: Query) =>
    typeof statement === 'number' ? sent >= statement : statement.test(typeof query === 'string' ? query : query.text);
  const counted = (send: Send, die: () => Promise<void>): Send => {
    return async (...query) => {
      sent++;
      isDead ||= isLast(query[0] as Query);
      if (!isDead) return send(...query);
      await die();
      throw new Killed(`before statement ${statement}`);
    };
  };
  const dieOn = async (client: pg.PoolClient) => {
    client.connection.stream.destroy();
    // PostgreSQL notices a closed connection only when it gets the processor. Not by the pool: dying clients may hold all of it.
    const witness = new pg.Client(pool.options);
    await witness.connect();
    await witness.query('select pg_terminate_backend($1, 10000)', [Reflect.get(client, 'processID')]);
    await witness.end();
  };
  const doomedClient = (client: pg.PoolClient) => ({
    query: counted(client.query.bind(client) as Send, () => dieOn(client)),
    release: () => client.release(isDead),
  });
  const doomed = {
    query: counted(pool.query.bind(pool) as Send, async () => {}),
    connect: async () => {
      if (isDead) throw new Killed(`after statement ${statement}`);
      return doomedClient(await pool.connect());
    },
  };
  return doomed as unknown as pg.Pool;
}
