import type { Notice } from '@portal/kernel/notice';
import { type Transaction, unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { type AnnouncementRow, changeAnnouncement, claimSending, listRecipients } from './announcement.repository.ts';
import type { AnnouncementDependencies } from './announcement-dependencies.ts';

type DeliveryDependencies = Pick<
  AnnouncementDependencies,
  'database' | 'clock' | 'notify' | 'isQuiet' | 'isOutboxFull'
>;

/** Few enough that nobody waits for what is written meanwhile. */
const REACHED_AT_ONCE = 200;
const DASHBOARD = '/dashboard';

function noticeFor({ id, kind, title, text, link }: AnnouncementRow, customerId: number) {
  const values = { title, text, link: link ?? DASHBOARD };
  const notice: Notice = {
    kind: kind === 'promotion' ? 'offer-announced' : 'service-announced',
    customerId,
    values,
  };
  return { ...notice, key: `announcement:${id}:${customerId}` };
}

/** Tells the next customers, and records how far it has come, in one transaction; false when there is nothing to tell now. */
async function reachBatch(deps: DeliveryDependencies, tx: Transaction, now: Date): Promise<boolean> {
  const row = await claimSending(tx, { promotionsRest: deps.isQuiet(now) });
  if (!row || (await deps.isOutboxFull(tx, now))) return false;
  const ids = await listRecipients(tx, row, REACHED_AT_ONCE);
  await deps.notify(tx, ...ids.map((id) => noticeFor(row, id)));
  const isDone = ids.length < REACHED_AT_ONCE;
  await changeAnnouncement(tx, row.id, {
    reached: row.reached + ids.length,
    reachedUntil: ids.at(-1) ?? row.reachedUntil,
    ...(isDone && { state: 'sent', endedAt: now }),
  });
  return true;
}

/**
 * Has announcements told, a few hundred customers at a time in the order of their numbers: each batch is whole or did not happen, so that whoever is killed leaves the rest to the next, and
 * several instances tell nobody twice. It waits while the outbox is full, so that a mail that somebody is waiting for has few before it; promotions wait in the quiet hours. After the
 * signal no more are begun.
 */
export async function deliverAnnouncements(deps: DeliveryDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  let isMore = true;
  while (isMore && !signal?.aborted)
    isMore = await runTransaction(unhurried(database), (tx) => reachBatch(deps, tx, clock()));
}
