import type { Database } from '../../../platform/database/connection.ts';
import type { Receiver } from './open-receiver.ts';
import { leaseStream, listRows, moveCursor } from './siem.repository.ts';
import type { Stream } from './siem-line.policy.ts';

const STREAMS: readonly Stream[] = ['audit', 'security'];
const ROWS_AT_ONCE = 200;
/** Longer than a receiver may take for one batch. */
const LEASE_S = 60;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * Sends audit records and security events that were not sent yet, in the order of each stream, at least
 * once: the cursor moves when the receiver has taken a batch. One instance at a time sends a stream.
 * Throws when the receiver fails; the next attempts pause for 5 seconds, then twice as long each time, at
 * most 5 minutes. No connection of the database is held meanwhile.
 */
export function createSiemExport(deps: {
  readonly database: Database;
  readonly receive: Receiver;
  readonly instanceId: string;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}): (signal: AbortSignal) => Promise<void> {
  const { database, receive, instanceId: by } = deps;
  let failures = 0;
  let notBeforeMs = 0;

  const sendStream = async (stream: Stream, signal: AbortSignal): Promise<void> => {
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && !signal.aborted; ) {
      const from = await leaseStream(database, stream, { by, seconds: LEASE_S });
      if (from === null) return;
      const rows = await listRows(database, stream, from, ROWS_AT_ONCE);
      count = rows.length;
      if (count === 0) return;
      await receive(stream, rows);
      if (!(await moveCursor(database, stream, { by, from, to: Number(rows.at(-1)?.id) }))) return;
    }
  };

  return async (signal) => {
    if (deps.elapsedMs() < notBeforeMs) return;
    try {
      for (const stream of STREAMS) await sendStream(stream, signal);
      failures = 0;
    } catch (error) {
      notBeforeMs = deps.elapsedMs() + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures++;
      throw error;
    }
  };
}
