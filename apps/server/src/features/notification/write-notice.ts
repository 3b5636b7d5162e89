import { type Notice, noticeTemplates } from '@portal/kernel/notice';
import type { Queryable } from '../../database/connection.ts';
import { insertNotice } from './notice.repository.ts';
import { findChoices } from './notification.repository.ts';
import { insertPushes } from './push.repository.ts';

/** The choice of specification section 2 that a category obeys. */
const CHOICE = { service: 'serviceUpdates', bills: 'billReminders', promotions: 'promotionalOffers' } as const;

/** Whether a customer wants messages of a category; those about their account always come. */
export async function isWanted(
  database: Queryable,
  category: 'account' | keyof typeof CHOICE,
  userId: number,
): Promise<boolean> {
  return category === 'account' || (await findChoices(database, userId))[CHOICE[category]];
}

/** A notice that pushes itself to a browser a day later is none. */
const PUSH_USEFUL_SECONDS = 24 * 3600;

/**
 * Shows a notice at the customer's bell, once by its key, and sends it to their browsers if they want to be told of such things. Of promotions that are not wanted nothing is
 * written. Returns whether messages of it may go out; null for a repeat. Part of the transaction of what it tells about.
 */
export async function writeNotice(
  database: Queryable,
  notice: Notice & { readonly key: string },
): Promise<{ readonly wanted: boolean } | null> {
  const { kind, customerId: userId, values } = notice;
  const { category } = noticeTemplates[kind] as { category: 'account' | keyof typeof CHOICE };
  const promotional = category === 'promotions';
  const wanted = await isWanted(database, category, userId);
  if (promotional && !wanted) return null;
  const noticeId = await insertNotice(database, { userId, noticeKey: notice.key, kind, values });
  if (noticeId === null) return null;
  if (wanted) {
    const text = JSON.stringify({ id: noticeId, kind, values });
    await insertPushes(database, { userId, noticeId, text, promotional, usefulSeconds: PUSH_USEFUL_SECONDS });
  }
  return { wanted };
}
