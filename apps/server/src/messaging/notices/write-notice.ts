import { type Notice, noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import type { Queryable } from '../../platform/database/connection.ts';
import { findChoices, listChoices, listPeopleOf } from '../preferences/notification.repository.ts';
import { insertPushes } from '../push/push.repository.ts';
import { nameLines } from './name-lines.ts';
import { insertNotices } from './notice.repository.ts';
import { audienceOf, isTold } from './notice-audience.ts';

/** The preference of specification section 2 that controls a category. */
const CHOICE = { service: 'serviceUpdates', bills: 'billReminders', promotions: 'promotionalOffers' } as const;

/** The channels by which a person may be told of a notice. */
export type Channels = { readonly email: boolean; readonly sms: boolean; readonly push: boolean };

const NONE: Channels = { email: false, sms: false, push: false };
const ALL: Channels = { email: true, sms: true, push: true };

/** Whether a customer wants mail of a category; those about their account are always sent. */
export async function isMailWanted(
  database: Queryable,
  category: 'account' | keyof typeof CHOICE,
  userId: number,
): Promise<boolean> {
  if (category === 'account') return true;
  const choices = await findChoices(database, userId);
  return category === 'promotions' ? choices.offers.email : choices[CHOICE[category]];
}

/** A push is out of date after a day. */
const PUSH_USEFUL_SECONDS = 24 * 3600;

type Keyed = Notice & { readonly key: string };

/** The preference that controls a notice. */
export function categoryOf({ kind }: Pick<Notice, 'kind'>): 'account' | keyof typeof CHOICE {
  return noticeTemplates[kind].category;
}

/**
 * One notice for each person who is told, with the person as its customer. Theirs who opened the
 * account has the key of the event, the others' are named after them.
 */
async function addressToPeople<N extends Keyed>(database: Queryable, notices: readonly N[]): Promise<N[]> {
  const forAccounts = notices.filter(({ kind }) => audienceOf(kind) !== 'person').map(({ customerId }) => customerId);
  const people = await listPeopleOf(database, forAccounts);
  return notices.flatMap((notice) => {
    const audience = audienceOf(notice.kind);
    if (audience === 'person') return [notice];
    return (people.get(notice.customerId) ?? [])
      .filter(({ role }) => isTold(audience, role))
      .map(({ userId }) =>
        userId === notice.customerId ? notice : { ...notice, customerId: userId, key: `${notice.key}:${userId}` },
      );
  });
}

/**
 * Stores notices for the bells of the people whom they are for, with the names of their lines, each once by its key, and queues
 * pushes to their browsers where they want this category. Unwanted promotions are not stored. Returns
 * the new ones, one for each person, with the channels by which messages about them may be sent. Part of the
 * transaction of the event.
 */
export async function writeNotices<N extends Keyed>(
  database: Queryable,
  events: readonly N[],
): Promise<{ readonly notice: N; readonly by: Channels }[]> {
  const notices = await addressToPeople(database, await nameLines(database, events));
  const asked = notices.filter((notice) => categoryOf(notice) !== 'account').map(({ customerId }) => customerId);
  const choicesOf = await listChoices(database, asked);
  const rated = notices.map((notice) => {
    const category = categoryOf(notice);
    if (category === 'account') return { notice, by: ALL };
    const choices = choicesOf(notice.customerId);
    if (category === 'promotions') return { notice, by: choices.offers };
    return { notice, by: choices[CHOICE[category]] ? ALL : NONE };
  });
  const shown = rated.filter(({ notice, by }) => by.email || by.push || categoryOf(notice) !== 'promotions');
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
  const pushes = written.filter(({ by }) => by.push);
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
export async function writeNotice(database: Queryable, notice: Keyed): Promise<{ readonly by: Channels } | null> {
  const [written] = await writeNotices(database, [notice]);
  return written ?? null;
}
