import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { networkLines, radiusActions } from '../../platform/database/schema/network/network-access.ts';
import { fingerprint } from './session-list.repository.ts';

export type OpenSession = {
  readonly lineId: number | null;
  readonly nas: string;
  readonly sessionId: string;
  readonly username: string;
  readonly framedAddress: string | null;
};

/** The open session of an id of the list; null where it has ended, or there never was one. */
export async function findOpenSession(tx: Transaction, id: string): Promise<OpenSession | null> {
  const [, micros, print] = /^(\d{1,17})\.([\da-f]{16})$/.exec(id) ?? [];
  if (micros === undefined || print === undefined) return null;
  const { rows } = await tx.execute<OpenSession>(
    sql`select s.user_id as "lineId", s.nas, s.session_id as "sessionId", s.written_username as username, s.framed_address as "framedAddress"
      from usage_sessions s where s.ended_at is null and ${fingerprint} = ${print}
        and s.first_packet_at = timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`,
  );
  return rows[0] ?? null;
}

/** The account and the speed of a line with a login, held so that nobody else queues for it; null without one. */
export async function lockLineOfSession(tx: Transaction, lineId: number) {
  const [row] = await tx
    .select({ accountId: lines.accountId, downloadMbps: networkLines.downloadMbps })
    .from(networkLines)
    .innerJoin(lines, eq(lines.id, networkLines.lineId))
    .where(eq(networkLines.lineId, lineId))
    .for('update', { of: networkLines });
  return row ?? null;
}

/** Whether a Disconnect of this session waits already. */
export async function isEnding(tx: Transaction, { lineId, nas, sessionId }: OpenSession): Promise<boolean> {
  if (lineId === null) return false;
  const [row] = await tx
    .select({ id: radiusActions.id })
    .from(radiusActions)
    .where(
      and(
        eq(radiusActions.lineId, lineId),
        eq(radiusActions.state, 'waiting'),
        eq(radiusActions.kind, 'disconnect'),
        eq(radiusActions.nas, nas),
        eq(radiusActions.sessionId, sessionId),
      ),
    )
    .limit(1);
  return row !== undefined;
}
