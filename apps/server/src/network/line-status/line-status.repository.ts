import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { usageSessions } from '../../platform/database/schema/network/usage.ts';
import type { LineFacts } from './line-status.policy.ts';

/** What the network has stored of a line, in three statements by index. */
export async function findLineFacts(queryable: Queryable, lineId: number): Promise<LineFacts> {
  const [line] = await queryable
    .select({ limited: networkLines.limited, lastAcceptedAt: networkLines.lastAcceptedAt })
    .from(networkLines)
    .where(eq(networkLines.lineId, lineId));
  const [open] = await queryable
    .select({ startedAt: usageSessions.startedAt, lastPacketAt: usageSessions.lastPacketAt })
    .from(usageSessions)
    .where(and(eq(usageSessions.lineId, lineId), isNull(usageSessions.endedAt)))
    .orderBy(desc(usageSessions.lastPacketAt))
    .limit(1);
  if (open) return { line: line ?? null, openSession: open, lastEndedAt: null };
  const [ended] = await queryable
    .select({ endedAt: usageSessions.endedAt })
    .from(usageSessions)
    .where(and(eq(usageSessions.lineId, lineId), isNotNull(usageSessions.endedAt)))
    .orderBy(desc(usageSessions.endedAt))
    .limit(1);
  return { line: line ?? null, openSession: null, lastEndedAt: ended?.endedAt ?? null };
}
