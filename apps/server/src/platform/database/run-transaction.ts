import { type Database, sqlState, type Transaction } from './connection.ts';

const TRIES = 4;

/**
 * Serialisation failure and deadlock: PostgreSQL has rolled everything back and the transaction
 * must be retried.
 */
const BEGIN_AGAIN = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction, and again after a serialisation failure or a deadlock. `work`
 * must have no effect outside the database.
 */
export async function runTransaction<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (attempt === TRIES || !BEGIN_AGAIN.has(sqlState(error) ?? '')) throw error;
    }
  }
}
