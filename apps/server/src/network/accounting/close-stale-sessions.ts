import type { Database } from '../../platform/database/connection.ts';
import { closeStale } from './session.repository.ts';

/**
 * Three missed packets of a session (the authorisation requests one every five minutes), and a
 * little.
 */
const SILENT_MS = 16 * 60_000;

/**
 * Ends sessions whose access server sends no more packets, as of their last one; a later packet
 * opens them again. Safe to repeat.
 */
export async function closeStaleSessions(database: Database, now: Date): Promise<void> {
  await closeStale(database, new Date(now.getTime() - SILENT_MS));
}
