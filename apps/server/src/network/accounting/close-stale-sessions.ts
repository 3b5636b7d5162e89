import { type Database, unhurried } from '../../platform/database/connection.ts';
import { closeStale } from './session.repository.ts';

/**
 * Three missed packets of a session (the authorisation requests one every five minutes), and a
 * little.
 */
const SILENT_MS = 16 * 60_000;
const SESSIONS_AT_ONCE = 1000;

/**
 * Ends sessions whose access server sends no more packets, as of their last one; a later packet
 * opens them again. Looks at every open session, a second for a million. Safe to repeat.
 */
export async function closeStaleSessions(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const heardBefore = new Date(now.getTime() - SILENT_MS);
  for (let closed = SESSIONS_AT_ONCE; closed === SESSIONS_AT_ONCE && !signal?.aborted; )
    closed = await unhurried(database).transaction((tx) => closeStale(tx, heardBefore, SESSIONS_AT_ONCE));
}
