import { type Notice, noticeTemplates } from '@portal/kernel/notice';
import type { Queryable } from '../../platform/database/connection.ts';
import { findChoices, listChoices } from '../preferences/notification.repository.ts';
import { insertPushes } from '../push/push.repository.ts';
import { insertNotices } from './notice.repository.ts';

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

type Keyed = Notice & { readonly key: string };

/** Which choice of the customer a notice obeys. */
export function categoryOf({ kind }: Pick<Notice, 'kind'>): 'account' | keyof typeof CHOICE {
  return noticeTemplates[kind].category;
}

/**
 * Shows notices at their customers' bells, each once by its key, and sends them to their browsers where they want to be told of such things. Of promotions that are not
 * wanted nothing is written. Returns those that are new, with whether messages of them may go out. Part of the transaction of what they tell about.
 */
export async function writeNotices<N extends Keyed>(
  database: Queryable,
  notices: readonly N[],
): Promise<{ readonly notice: N; readonly wanted: boolean }[]> {
  const asked = notices.filter((notice) => categoryOf(notice) !== 'account').map(({ customerId }) => customerId);
  const choicesOf = await listChoices(database, asked);
  const rated = notices.map((notice) => {
    const category = categoryOf(notice);
    return { notice, wanted: category === 'account' || choicesOf(notice.customerId)[CHOICE[category]] };
  });
  const shown = rated.filter(({ notice, wanted }) => wanted || categoryOf(notice) !== 'promotions');
  const ids = await insertNotices(
    database,
    shown.map(({ notice: { customerId: userId, key: noticeKey, kind, values } }) => ({
      userId,
      noticeKey,
      kind,
      values,
    })),
  );
  const written = shown.flatMap((each) => {
    const noticeId = ids.get(each.notice.key);
    return noticeId === undefined ? [] : [{ ...each, noticeId }];
  });
  const pushes = written.filter(({ wanted }) => wanted);
  await insertPushes(
    database,
    pushes.map(({ notice, noticeId }) => {
      const { customerId: userId, kind, values } = notice;
      const text = JSON.stringify({ id: noticeId, kind, values });
      return { userId, noticeId, text, promotional: categoryOf(notice) === 'promotions' };
    }),
    PUSH_USEFUL_SECONDS,
  );
  return written;
}

/** The same for one; null for a repeat. */
export async function writeNotice(database: Queryable, notice: Keyed): Promise<{ readonly wanted: boolean } | null> {
  const [written] = await writeNotices(database, [notice]);
  return written ?? null;
}
