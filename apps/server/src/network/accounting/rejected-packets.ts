import type { Database } from '../../platform/database/connection.ts';
import { deleteRejectedPackets, listRejected } from './rejected-packet.repository.ts';

const MOST_LISTED = 100;
const KEPT_MS = 90 * 24 * 3_600_000;

/** Packets that could not be counted, by kind, the latest first. */
export async function readRejectedPackets(database: Database) {
  const rows = await listRejected(database, MOST_LISTED);
  return rows.map(({ kind: { reason, nas, username, packets, firstAt, lastAt, sample }, nasName }) => ({
    reason,
    nas,
    nasName,
    username,
    packets,
    sample,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}

/** Deletes kinds that have not occurred for 90 days. */
export async function pruneRejectedPackets(database: Database, now: Date): Promise<void> {
  await deleteRejectedPackets(database, new Date(now.getTime() - KEPT_MS));
}
