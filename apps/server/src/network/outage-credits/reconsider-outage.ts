import type { Transaction } from '../../platform/database/connection.ts';
import type { Incident } from '../incidents/network-status.repository.ts';
import { outageOf } from './outage.policy.ts';
import {
  changeOutage,
  deleteOutage,
  deleteWaitingLines,
  lockOutage,
  queueUpForLists,
  relistOverlapping,
} from './outage.repository.ts';

/**
 * Has the list of an outage made again after staff have corrected its place or time, or deletes it
 * when it is no longer to be credited; the same for the lists of others in the same hours, which
 * left out what this one was to credit. Exclusions stay. Lines being credited stay as they are.
 */
export async function reconsiderOutage(tx: Transaction, incident: Incident): Promise<void> {
  await queueUpForLists(tx);
  const outage = await lockOutage(tx, incident.id);
  if (!outage || outage.state === 'applying' || outage.state === 'done') return;
  const time = outageOf(incident);
  if (!time) {
    await relistOverlapping(tx, outage);
    await deleteOutage(tx, incident.id);
    return;
  }
  const isSame =
    outage.area === incident.area &&
    outage.startsAt.getTime() === time.startsAt.getTime() &&
    outage.endsAt.getTime() === time.endsAt.getTime();
  if (isSame) return;
  await relistOverlapping(tx, outage);
  await deleteWaitingLines(tx, incident.id);
  await changeOutage(tx, incident.id, { ...time, area: incident.area, state: 'listing', listedUntil: null });
}
