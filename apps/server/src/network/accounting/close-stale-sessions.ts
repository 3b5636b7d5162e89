import { type Database, unhurried } from '../../platform/database/connection.ts';
import { closeStale, findSilent, markSilent } from './session.repository.ts';

/**
 * Two missed packets of a session (the authorisation requests one every five minutes). Shown as silent is
 * what has sent none for a minute more: until then the job has run again, and has marked it.
 */
const MARKED_MS = 10 * 60_000;
/** Three missed packets, and a little. */
const STALE_MS = 16 * 60_000;
const FOUND_AT_ONCE = 50_000;
const SESSIONS_AT_ONCE = 1000;

async function markSilentSessions(database: Database, heardBefore: Date, signal?: AbortSignal): Promise<void> {
  for (let count = FOUND_AT_ONCE; count === FOUND_AT_ONCE; ) {
    const found = await database.transaction((tx) => findSilent(tx, heardBefore, FOUND_AT_ONCE));
    count = found.length;
    for (let at = 0; at < count; at += SESSIONS_AT_ONCE) {
      if (signal?.aborted) return;
      await database.transaction((tx) => markSilent(tx, heardBefore, found.slice(at, at + SESSIONS_AT_ONCE)));
    }
  }
}

/**
 * Marks sessions whose access server sends no packets for them, and ends those that have had none for 16
 * minutes, as of their last one; a later packet opens them again. Looks at every open session, a second for a
 * million. A packet waits for a thousand of them at most. Safe to repeat, also at several instances at once.
 */
export async function closeStaleSessions(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const patient = unhurried(database);
  await markSilentSessions(patient, before(MARKED_MS), signal);
  for (let closed = SESSIONS_AT_ONCE; closed === SESSIONS_AT_ONCE && !signal?.aborted; )
    closed = await patient.transaction((tx) => closeStale(tx, before(STALE_MS), SESSIONS_AT_ONCE));
}
