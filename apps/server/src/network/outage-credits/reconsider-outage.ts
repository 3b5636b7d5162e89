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
 * Has the list of an outage made anew after staff have corrected where or when it was, or forgets it when it is none any more; so are the lists
 * of others in the same hours, which left out what this one was to credit. Whom staff have excluded stays excluded. What is being given back stays as it is.
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
