import type { FastifyBaseLogger } from 'fastify';
import { connectPool, type Database, databaseOf } from '../connection.ts';

/** Staff and their reports: few at a time. */
const CONNECTIONS = 8;

/** The replica at `url`. Whether it can be read is found out by createReports. */
export function openReplica(url: string, logger: Pick<FastifyBaseLogger, 'warn'>): Database {
  const onIdleError = (err: Error) => logger.warn({ err }, 'a connection to the replica broke');
  return databaseOf(connectPool({ connectionString: url, max: CONNECTIONS }, onIdleError));
}
