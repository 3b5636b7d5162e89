import { and, count, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { documentSendings } from '../../platform/database/schema/billing/document-sending.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';

export type SendingRow = typeof documentSendings.$inferSelect;

/** The key of the message of a sending. */
export const messageKeyOf = (id: number): string => `documents:${id}`;

/** Null when its request was made before. */
export async function insertSending(
  tx: Transaction,
  values: typeof documentSendings.$inferInsert,
): Promise<SendingRow | null> {
  const [row] = await tx
    .insert(documentSendings)
    .values(values)
    .onConflictDoNothing({ target: documentSendings.clientRequestId })
    .returning();
  return row ?? null;
}

export async function findSendingByRequest(queryable: Queryable, clientRequestId: string): Promise<SendingRow | null> {
  const [row] = await queryable
    .select()
    .from(documentSendings)
    .where(eq(documentSendings.clientRequestId, clientRequestId));
  return row ?? null;
}

export async function findSending(queryable: Queryable, id: number): Promise<SendingRow | null> {
  const [row] = await queryable.select().from(documentSendings).where(eq(documentSendings.id, id));
  return row ?? null;
}

export async function countSendingsSince(queryable: Queryable, userId: number, since: Date): Promise<number> {
  const [row] = await queryable
    .select({ count: count() })
    .from(documentSendings)
    .where(and(eq(documentSendings.userId, userId), gte(documentSendings.createdAt, since)));
  return row?.count ?? 0;
}

/** With who sent it, the account's number now, and what became of its message; newest first. */
export async function listSendings(
  queryable: Queryable,
  filter: { readonly userId?: number; readonly id?: number; readonly limit: number },
) {
  const { userId, id, limit } = filter;
  const message = queryable
    .select({
      id: outboxMessages.id,
      sentAt: outboxMessages.sentAt,
      givenUpAt: outboxMessages.givenUpAt,
      expiresAt: outboxMessages.expiresAt,
      delivery: outboxMessages.delivery,
    })
    .from(outboxMessages)
    .where(eq(outboxMessages.messageKey, sql`'documents:' || ${documentSendings.id}`))
    .limit(1)
    .as('message');
  return queryable
    .select({
      sending: documentSendings,
      createdByName: personName(),
      verifiedPhone: sql<string | null>`(select reader.phone from ${users} reader
        join ${accounts} account on account.contact_id = reader.id
        where account.id = ${documentSendings.userId} and reader.phone_verified_at is not null)`,
      message: {
        id: message.id,
        sentAt: message.sentAt,
        givenUpAt: message.givenUpAt,
        expiresAt: message.expiresAt,
        delivery: message.delivery,
      },
    })
    .from(documentSendings)
    .innerJoin(users, eq(users.id, documentSendings.createdBy))
    .leftJoinLateral(message, sql`true`)
    .where(
      and(
        userId === undefined ? undefined : eq(documentSendings.userId, userId),
        id === undefined ? undefined : eq(documentSendings.id, id),
      ),
    )
    .orderBy(desc(documentSendings.createdAt), desc(documentSendings.id))
    .limit(limit);
}

/** The sending of a texted link, with the account's verified number as it is now. */
export async function findSendingByToken(queryable: Queryable, tokenHash: string) {
  const [row] = await queryable
    .select({
      sending: documentSendings,
      verifiedPhone: sql<string | null>`case when ${users.phoneVerifiedAt} is not null then ${users.phone} end`,
    })
    .from(documentSendings)
    .innerJoin(accounts, eq(accounts.id, documentSendings.userId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(eq(documentSendings.tokenHash, tokenHash));
  return row ?? null;
}

/** open → withdrawn, once; null for a sending without a link, or whose link is withdrawn. */
export async function markLinkWithdrawn(
  tx: Transaction,
  id: number,
  by: { readonly withdrawnBy: number; readonly withdrawnAt: Date },
): Promise<SendingRow | null> {
  const [row] = await tx
    .update(documentSendings)
    .set(by)
    .where(
      and(
        eq(documentSendings.id, id),
        isNull(documentSendings.withdrawnAt),
        sql`${documentSendings.tokenHash} is not null`,
      ),
    )
    .returning();
  return row ?? null;
}
