import type { LanguageCode, PushAddress } from '@portal/contract/messaging/notices';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import {
  notificationChoices,
  outboxMessages,
  pushSubscriptions,
} from '../../platform/database/schema/messaging/notification.ts';

/** More browsers than one person has: beyond it the oldest subscriptions are deleted. */
const BROWSERS_PER_PERSON = 10;

/** A browser belongs to the customer who subscribed last. */
export async function savePushSubscription(
  database: Queryable,
  subscription: { readonly userId: number; readonly sid: string; readonly address: PushAddress },
): Promise<void> {
  const { userId, sid, address } = subscription;
  const values = { userId, sid, ...address.keys, createdAt: sql`now()` };
  await database
    .insert(pushSubscriptions)
    .values({ ...values, endpoint: address.endpoint })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values });
  await database.execute(sql`
    delete from ${pushSubscriptions} where user_id = ${userId} and id not in (
      select id from ${pushSubscriptions} where user_id = ${userId} order by created_at desc, id desc
      limit ${BROWSERS_PER_PERSON})`);
}

export async function deletePushSubscription(database: Queryable, userId: number, endpoint: string): Promise<void> {
  await database
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

/** The browser has withdrawn its consent. */
export async function forgetPushSubscription(database: Queryable, id: number): Promise<void> {
  await database.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** A browser and the language of its owner; null when it has unsubscribed. */
export async function findPushSubscription(
  database: Queryable,
  id: number,
): Promise<(PushAddress & { readonly language: LanguageCode }) | null> {
  const [row] = await database
    .select({ subscription: pushSubscriptions, language: notificationChoices.language })
    .from(pushSubscriptions)
    .leftJoin(notificationChoices, eq(notificationChoices.userId, pushSubscriptions.userId))
    .where(eq(pushSubscriptions.id, id));
  if (!row) return null;
  const { endpoint, p256dh, auth } = row.subscription;
  return { endpoint, keys: { p256dh, auth }, language: row.language ?? 'en' };
}

/** Queues messages, each for every browser of its customer. */
export async function insertPushes(
  database: Queryable,
  pushes: readonly {
    readonly userId: number;
    readonly noticeId: number;
    readonly text: string;
    readonly promotional: boolean;
  }[],
  usefulSeconds: number,
): Promise<void> {
  if (pushes.length === 0) return;
  const column = <Value>(of: (push: (typeof pushes)[number]) => Value) => sql.param(pushes.map(of));
  await database.execute(sql`
    insert into ${outboxMessages} (message_key, channel, recipient, text, user_id, promotional, expires_at)
    select 'push:' || notice_id || ':' || id, 'push', id::text, push.text, user_id, push.promotional, now() + make_interval(secs => ${usefulSeconds})
    from unnest(${column(({ noticeId }) => noticeId)}::bigint[], ${column(({ userId }) => userId)}::int[],
      ${column(({ text }) => text)}::text[], ${column(({ promotional }) => promotional)}::boolean[]) as push (notice_id, user_id, text, promotional)
    join ${pushSubscriptions} using (user_id)
    on conflict do nothing`);
}
