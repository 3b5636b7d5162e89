import type { Database } from '../../platform/database/connection.ts';
import { closeStale } from './session.repository.ts';

/** Three words of a session missed (every five minutes one, as the authorisation asks for), and a little. */
const SILENT_MS = 16 * 60_000;

/** Ends sessions whose access server has fallen silent, as of the last word about them; should they go on after all, their next packet opens them again. Repeating is safe. */
export async function closeStaleSessions(database: Database, now: Date): Promise<void> {
  await closeStale(database, new Date(now.getTime() - SILENT_MS));
}
