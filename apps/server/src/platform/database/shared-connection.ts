import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Connection, Database } from './connection.ts';

/**
 * Runs `work`, single statements and no transaction, on the connection that all work of this turn
 * of the event loop shares.
 */
export type OnSharedConnection = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/**
 * Sends the statements of one turn of the event loop behind one another over one connection,
 * without waiting for an answer between them. Each is its own transaction, and its error its own,
 * except that a connection which breaks fails them all. To be used where statements that come
 * together are short: each waits for those before it.
 */
export function createSharedConnection({ $client: pool }: Database): OnSharedConnection {
  const queries = new WeakMap<pg.PoolClient, Connection>();
  let waiting: ((connection: Promise<Connection>) => Promise<unknown>)[] = [];

  const connectionOf = (client: pg.PoolClient): Connection => {
    const connection = queries.get(client) ?? drizzle({ client });
    queries.set(client, connection);
    return connection;
  };
  const runTurn = async (): Promise<void> => {
    const turn = waiting;
    waiting = [];
    const connected = pool.connect();
    await Promise.all(turn.map((run) => run(connected.then(connectionOf))));
    const client = await connected.catch(() => null);
    client?.release();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void runTurn());
      waiting.push((connected) => connected.then(work).then(resolve, reject));
    });
}
