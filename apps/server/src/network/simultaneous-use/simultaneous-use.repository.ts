import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import type { DeviceRefusal, OpenSession } from './simultaneous-use.policy.ts';

type OpenRow = {
  readonly user_id: number;
  readonly session_key: string;
  readonly generation: number;
  readonly session_id: string;
  readonly written_username: string;
  readonly nas: string;
  readonly nas_port: string | null;
  readonly calling_station: string | null;
  readonly framed_address: string | null;
  readonly started_at: Date;
  readonly last_packet_at: Date;
};

const LIST_OPEN: NamedStatement = {
  name: 'list_open_sessions_of_lines',
  text: `select user_id, session_key, generation, session_id, written_username, nas, nas_port, calling_station, framed_address, started_at, last_packet_at
    from usage_sessions where user_id = any($1::int[]) and ended_at is null`,
};

/** The open sessions of these lines, by line. */
export async function listOpenSessionsOf(
  tx: Transaction,
  lineIds: readonly number[],
): Promise<(OpenSession & { readonly lineId: number })[]> {
  const rows = await runNamed<OpenRow>(tx, LIST_OPEN, [lineIds]);
  return rows.map((row) => ({
    lineId: row.user_id,
    sessionKey: row.session_key,
    generation: row.generation,
    sessionId: row.session_id,
    username: row.written_username,
    nas: row.nas,
    nasPort: row.nas_port,
    callingStation: row.calling_station,
    framedAddress: row.framed_address,
    startedAt: new Date(row.started_at),
    lastPacketAt: new Date(row.last_packet_at),
  }));
}

/** Locks a line to a router, unless it is locked already. */
export async function lockToMac(tx: Transaction, lineId: number, mac: string, now: Date): Promise<void> {
  await tx
    .update(networkLines)
    .set({ lockedMac: mac, lockedMacAt: now })
    .where(and(eq(networkLines.lineId, lineId), isNull(networkLines.lockedMac)));
}

/** Forgets the router that a line is locked to, and which one was refused. Null for a line without a login. */
export async function forgetMac(
  tx: Transaction,
  lineId: number,
  now: Date,
): Promise<{ readonly lockedMac: string | null } | null> {
  const [before] = await tx
    .select({ lockedMac: networkLines.lockedMac })
    .from(networkLines)
    .where(eq(networkLines.lineId, lineId))
    .for('update');
  if (!before) return null;
  await tx
    .update(networkLines)
    .set({
      lockedMac: null,
      lockedMacAt: null,
      macResetAt: now,
      refusedMac: null,
      refusedFor: null,
      refusedMacAt: null,
    })
    .where(eq(networkLines.lineId, lineId));
  return before;
}

/**
 * The router that a line refused, to the minute: refused routers ask again every few seconds. Returns the line
 * where it was written; null otherwise.
 */
export async function recordRefusedMac(
  database: Database | Transaction,
  refused: {
    readonly username: string;
    readonly mac: string | null;
    readonly why: DeviceRefusal;
    readonly at: Date;
  },
): Promise<number | null> {
  const { username, mac, why, at } = refused;
  const minuteAgo = new Date(at.getTime() - 60_000);
  const [row] = await database
    .update(networkLines)
    .set({ refusedMac: mac, refusedFor: why, refusedMacAt: at })
    .where(
      and(
        eq(networkLines.username, username),
        or(
          isNull(networkLines.refusedMacAt),
          lt(networkLines.refusedMacAt, minuteAgo),
          ne(networkLines.refusedFor, why),
        ),
      ),
    )
    .returning({ lineId: networkLines.lineId });
  return row?.lineId ?? null;
}

/** What the login of a line admits; null for a line without a login. */
export async function findLoginRules(queryable: Queryable, lineId: number) {
  const [row] = await queryable
    .select({
      username: networkLines.username,
      sessionsAtOnce: servicePlans.sessionsAtOnce,
      sessionRule: servicePlans.sessionRule,
      macLock: servicePlans.macLock,
      lockedMac: networkLines.lockedMac,
      lockedMacAt: networkLines.lockedMacAt,
      refusedMac: networkLines.refusedMac,
      refusedFor: networkLines.refusedFor,
      refusedMacAt: networkLines.refusedMacAt,
    })
    .from(networkLines)
    .leftJoin(servicePlans, eq(servicePlans.id, networkLines.planId))
    .where(eq(networkLines.lineId, lineId));
  return row ?? null;
}
