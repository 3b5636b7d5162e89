import { desc, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { rejectedPackets } from '../../platform/database/schema/network/usage.ts';
import { serverName } from '../access-servers/access-server.repository.ts';

export type RejectedPacketRow = {
  readonly reason: string;
  readonly nas: string;
  readonly username: string;
  readonly sample: string;
};

const SET_ASIDE: NamedStatement = {
  name: 'set_aside_packet',
  text: `insert into rejected_packets as u (reason, nas, username, first_at, last_at, sample) values ($1, $2, $3, $4, $4, $5)
    on conflict (reason, nas, username) do update set packets = u.packets + 1, last_at = excluded.last_at, sample = excluded.sample`,
};

/**
 * Stores a packet that cannot be counted, or that staff should see: one row per kind, with the
 * latest of them.
 */
export async function setAside(tx: Transaction, packet: RejectedPacketRow, at: Date): Promise<void> {
  await runNamed(tx, SET_ASIDE, [packet.reason, packet.nas, packet.username, at, packet.sample]);
}

/** The kinds that came last. */
export async function listRejected(database: Queryable, limit: number) {
  return database
    .select({ kind: rejectedPackets, nasName: serverName(rejectedPackets.nas) })
    .from(rejectedPackets)
    .orderBy(desc(rejectedPackets.lastAt))
    .limit(limit);
}

export async function deleteRejectedPackets(database: Queryable, lastBefore: Date): Promise<void> {
  await database.delete(rejectedPackets).where(lt(rejectedPackets.lastAt, lastBefore));
}
