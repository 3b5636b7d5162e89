import { and, eq, gt, inArray, or } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { lineAddresses } from '../../platform/database/schema/network/line-address.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { customerAreas, outageCreditLines, outageCredits } from '../../platform/database/schema/network/outage.ts';
import { rejectedPackets } from '../../platform/database/schema/network/usage.ts';

type Move = { readonly fromLineId: number; readonly toLineId: number };

/** The other line has the area of this one, also where that is none. */
export async function moveArea(tx: Transaction, { fromLineId, toLineId }: Move): Promise<void> {
  await tx.delete(customerAreas).where(eq(customerAreas.lineId, toLineId));
  await tx.update(customerAreas).set({ lineId: toLineId }).where(eq(customerAreas.lineId, fromLineId));
}

/**
 * The credits that are to come, and those in the month that goes along, which later ones must not give
 * again. Earlier ones stay with the earlier owner.
 */
export async function moveOutageCredits(
  tx: Transaction,
  move: Move & {
    readonly fromSubscriptionId: string;
    readonly toSubscriptionId: string;
    readonly paidFrom: Date | null;
  },
): Promise<void> {
  const { toLineId: lineId, fromSubscriptionId, toSubscriptionId: subscriptionId, paidFrom } = move;
  const inPaidTime = tx
    .select({ id: outageCredits.incidentId })
    .from(outageCredits)
    .where(paidFrom === null ? undefined : gt(outageCredits.endsAt, paidFrom));
  await tx
    .update(outageCreditLines)
    .set({ lineId, subscriptionId })
    .where(
      and(
        eq(outageCreditLines.subscriptionId, fromSubscriptionId),
        or(
          eq(outageCreditLines.state, 'waiting'),
          paidFrom === null ? undefined : inArray(outageCreditLines.incidentId, inPaidTime),
        ),
      ),
    );
}

/**
 * The new owner has used nothing yet. Where the login was last seen is the earlier owner's: the next session of the
 * line says it anew.
 */
export async function moveUsername(
  tx: Transaction,
  { fromLineId, toLineId, username }: Move & { readonly username: string },
): Promise<void> {
  await tx
    .update(networkLines)
    .set({
      lineId: toLineId,
      limitReachedPeriod: null,
      limited: null,
      limitedDownloadMbps: null,
      limitedUploadMbps: null,
      lockedMac: null,
      lockedMacAt: null,
      macResetAt: null,
      refusedMac: null,
      refusedFor: null,
      refusedMacAt: null,
    })
    .where(eq(networkLines.lineId, fromLineId));
  await tx.delete(lineAddresses).where(eq(lineAddresses.username, username));
  await tx.delete(rejectedPackets).where(eq(rejectedPackets.username, username));
}
