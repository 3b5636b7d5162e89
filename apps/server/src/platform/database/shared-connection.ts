import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { currentWork } from '../trace/current-work.ts';
import type { Connection, Database } from './connection.ts';
import { beginWait } from './connection-waits.ts';

/**
 * Runs `work`, single statements without a transaction, on the connection that all work of this
 * turn of the event loop shares.
 */
export type OnSharedConnection = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/**
 * Pipelines the statements of one turn of the event loop over one connection, without waiting for
 * an answer between them. Each is its own transaction and fails alone, except that a broken
 * connection fails them all. Use it only for short statements: each waits for those before it.
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
    // Not the wait of the request that happens to begin the turn: each notes its own.
    const connected = currentWork.run({}, () => pool.connect());
    await Promise.all(turn.map((run) => run(connected.then(connectionOf))));
    const client = await connected.catch(() => null);
    client?.release();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void runTurn());
      const wait = beginWait();
      const workOn = (connection: Connection) => {
        wait?.end();
        return work(connection);
      };
      waiting.push((connected) => connected.then(workOn).then(resolve, reject));
    });
}
