import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import type { DeviceRefusal } from './simultaneous-use.policy.ts';

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
