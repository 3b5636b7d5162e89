import { lagosDate, startOfLagosDay } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { claimReconciliation, forgetReconciliations, writeMismatches } from './access-mismatch.repository.ts';

const HOUR_MS = 3_600_000;
/** Few customers pay at this hour, and every session has sent a packet since midnight. */
const AT_HOUR = 3;
const DAY_MS = 24 * HOUR_MS;
const KEPT_DAYS = 90;
const MOST_KEPT_OF_A_KIND = 500;
/** Three missed packets of a session, and a little. */
const ONLINE_MS = 16 * 60_000;

/**
 * Compares network and subscription records once a night, at three in Lagos or, after a downtime,
 * as soon as the portal is back; one instance does it. Safe to repeat.
 */
export async function reconcileAccess(deps: { readonly database: Database; readonly clock: Clock }): Promise<void> {
  const now = deps.clock();
  if (now.getTime() - startOfLagosDay(now).getTime() < AT_HOUR * HOUR_MS) return;
  const day = lagosDate(now);
  await unhurried(deps.database).transaction(async (tx) => {
    if (!(await claimReconciliation(tx, day, now))) return;
    const lastPacketSince = new Date(now.getTime() - ONLINE_MS);
    await writeMismatches(tx, { day, lastPacketSince, limit: MOST_KEPT_OF_A_KIND });
    await forgetReconciliations(tx, lagosDate(new Date(now.getTime() - KEPT_DAYS * DAY_MS)));
  });
}
