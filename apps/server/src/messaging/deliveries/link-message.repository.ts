import type { LinkDelivery } from '@portal/contract/identity/sign-in-help';
import { and, desc, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';

const SHOWN = 5;

const delivery = sql<LinkDelivery>`case
  when ${outboxMessages.delivery} = 'delivered' then 'arrived'
  when ${outboxMessages.delivery} = 'undelivered' or ${outboxMessages.givenUpAt} is not null then 'failed'
  when ${outboxMessages.sentAt} is not null then 'sent' else 'waiting' end`;

/** The newest messages with a link, to these mailboxes and numbers, since a week. */
export async function listLinkMessages(
  queryable: Queryable,
  { recipients, prefix }: { readonly recipients: readonly string[]; readonly prefix: string },
) {
  const rows = await queryable
    .select({
      messageKey: outboxMessages.messageKey,
      channel: outboxMessages.channel,
      at: outboxMessages.createdAt,
      delivery,
    })
    .from(outboxMessages)
    .where(
      and(
        inArray(outboxMessages.recipient, [...recipients]),
        ne(outboxMessages.channel, 'push'),
        sql`starts_with(${outboxMessages.messageKey}, ${prefix})`,
        gt(outboxMessages.createdAt, sql`now() - interval '7 days'`),
      ),
    )
    .orderBy(desc(outboxMessages.id))
    .limit(SHOWN);
  return rows.map(({ channel, ...message }) => ({
    ...message,
    by: channel === 'sms' ? ('text' as const) : ('email' as const),
  }));
}
