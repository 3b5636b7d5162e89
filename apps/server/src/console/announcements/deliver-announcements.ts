import type { Notice } from '@portal/kernel/messaging/notices/notice';
import { type Transaction, unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { type AnnouncementRow, changeAnnouncement, claimSending, listRecipients } from './announcement.repository.ts';
import type { AnnouncementDependencies } from './announcement-dependencies.ts';

type DeliveryDependencies = Pick<
  AnnouncementDependencies,
  'database' | 'clock' | 'notify' | 'isQuiet' | 'isOutboxFull'
>;

/** Small enough that a batch does not delay other messages. */
const DELIVERED_AT_ONCE = 200;
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

/**
 * Notifies the next customers and records the progress, in one transaction; false when nothing is
 * due.
 */
async function deliverBatch(deps: DeliveryDependencies, tx: Transaction, now: Date): Promise<boolean> {
  const row = await claimSending(tx, { promotionsRest: deps.isQuiet(now) });
  if (!row || (await deps.isOutboxFull(tx, now))) return false;
  const ids = await listRecipients(tx, row, DELIVERED_AT_ONCE);
  await deps.notify(tx, ...ids.map((id) => noticeFor(row, id)));
  const isDone = ids.length < DELIVERED_AT_ONCE;
  await changeAnnouncement(tx, row.id, {
    delivered: row.delivered + ids.length,
    deliveredUntil: ids.at(-1) ?? row.deliveredUntil,
    ...(isDone && { state: 'sent', endedAt: now }),
  });
  return true;
}

/**
 * Delivers announcements to a few hundred customers at a time, in the order of their ids: each
 * batch is written completely or not at all, so that another worker continues after a kill, and
 * several instances notify no one twice. Waits while the outbox is full, so that other mails are
 * not delayed; promotions wait for the end of the quiet hours. Starts no further batch after the
 * signal.
 */
export async function deliverAnnouncements(deps: DeliveryDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  let isMore = true;
  while (isMore && !signal?.aborted)
    isMore = await runTransaction(unhurried(database), (tx) => deliverBatch(deps, tx, clock()));
}
