import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { chatMessages, chatSessions } from '../../../platform/database/schema/support/chat.ts';
import { chatContactSessions, chatContacts } from '../../../platform/database/schema/support/chat-contact.ts';

export type Contact = typeof chatContacts.$inferSelect;
export type ContactAddress = Pick<Contact, 'channel' | 'address'>;

const isCurrent = ({ channel, address }: ContactAddress) =>
  and(eq(chatContacts.channel, channel), eq(chatContacts.address, address), isNull(chatContacts.endedAt));

export async function findContact(queryable: Queryable, id: number): Promise<Contact | null> {
  const [row] = await queryable.select().from(chatContacts).where(eq(chatContacts.id, id));
  return row ?? null;
}

/** The contact who has the address now, locked until the transaction ends; created when there is none. */
export async function lockContact(tx: Transaction, address: ContactAddress): Promise<Contact> {
  const find = () => tx.select().from(chatContacts).where(isCurrent(address)).for('update');
  const [known] = await find();
  if (known) return known;
  const { channel, address: at } = address;
  await tx.insert(chatContacts).values({ channel, address: at }).onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error('a contact was not stored');
  return made;
}

/** The same without creating one. */
export async function lockContactById(tx: Transaction, id: number): Promise<Contact | null> {
  const [row] = await tx.select().from(chatContacts).where(eq(chatContacts.id, id)).for('update');
  return row ?? null;
}

export async function saveContact(
  tx: Transaction,
  id: number,
  values: Partial<Pick<Contact, 'name' | 'userId' | 'linkedBy' | 'linkedAt' | 'endedAt'>>,
): Promise<void> {
  if (Object.keys(values).length > 0) await tx.update(chatContacts).set(values).where(eq(chatContacts.id, id));
}

/** Opens the time in which we may write freely; never shortens it. */
export async function extendWritable(tx: Transaction, id: number, until: Date): Promise<void> {
  await tx
    .update(chatContacts)
    .set({
      writableUntil: sql`greatest(coalesce(${chatContacts.writableUntil}, '-infinity'), ${until.toISOString()}::timestamptz)`,
    })
    .where(eq(chatContacts.id, id));
}

/** Whoever verified the number last, in E.164; null for nobody, also where their account is closed to them. */
export async function findNumberOwner(queryable: Queryable, phone: string): Promise<number | null> {
  const [row] = await queryable
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.phone, phone), isNotNull(users.phoneVerifiedAt), eq(users.disabled, false)))
    .orderBy(desc(users.phoneVerifiedAt), desc(users.id))
    .limit(1);
  return row?.id ?? null;
}

/**
 * The present contacts that a changed number of a person ends: others at the number that they have now,
 * and theirs at a number that they no longer have, unless staff have said that it is theirs.
 */
export async function listOutdatedContacts(
  tx: Transaction,
  { userId, phone }: { readonly userId: number; readonly phone: string | null },
): Promise<Contact[]> {
  const { userId: owner, address, linkedBy, endedAt, id } = chatContacts;
  const others = phone === null ? undefined : and(eq(address, phone), isNotNull(owner), ne(owner, userId));
  const left = and(eq(owner, userId), isNull(linkedBy), phone === null ? undefined : ne(address, phone));
  return tx
    .select()
    .from(chatContacts)
    .where(and(isNull(endedAt), or(others, left)))
    .orderBy(id)
    .for('update');
}

export async function hasConversations(tx: Transaction, contactId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: chatContactSessions.sessionId })
    .from(chatContactSessions)
    .where(eq(chatContactSessions.contactId, contactId))
    .limit(1);
  return row !== undefined;
}

/** The open conversation of a contact whose row is locked. */
export async function findOpenSession(tx: Transaction, contactId: number): Promise<string | null> {
  const [row] = await tx
    .select({ id: chatSessions.id })
    .from(chatContactSessions)
    .innerJoin(chatSessions, eq(chatSessions.id, chatContactSessions.sessionId))
    .where(and(eq(chatContactSessions.contactId, contactId), ne(chatSessions.status, 'closed')))
    .limit(1);
  return row?.id ?? null;
}

/** `id` is 32 hexadecimal digits; returns it as PostgreSQL writes it. */
export async function insertContactSession(tx: Transaction, contactId: number, id: string): Promise<string> {
  const [made] = await tx.insert(chatSessions).values({ id, userId: null }).returning({ id: chatSessions.id });
  if (!made) throw new Error('a chat was not stored');
  await tx.insert(chatContactSessions).values({ sessionId: made.id, contactId });
  return made.id;
}

export type WrittenOutside = {
  readonly sessionId: string;
  readonly seq: number;
  readonly createdAt: Date;
  readonly agentId: number | null;
  readonly status: 'waiting' | 'active' | 'closed';
};

/**
 * Gives a message the next seq of its open chat and stores it: of the contact, or with `agentId` of the
 * chat's agent. Null when the chat has just ended, or is not with that agent.
 */
export async function appendMessage(
  tx: Transaction,
  {
    sessionId,
    content,
    agentId,
  }: { readonly sessionId: string; readonly content: string; readonly agentId: number | null },
): Promise<WrittenOutside | null> {
  const by =
    agentId === null
      ? ne(chatSessions.status, 'closed')
      : and(eq(chatSessions.status, 'active'), eq(chatSessions.agentId, agentId));
  const [numbered] = await tx
    .update(chatSessions)
    .set({
      lastSeq: sql`${chatSessions.lastSeq} + 1`,
      lastMessageAt: sql`clock_timestamp()`,
      ...(agentId === null ? {} : { firstReplyAt: sql`coalesce(${chatSessions.firstReplyAt}, clock_timestamp())` }),
    })
    .where(and(eq(chatSessions.id, sessionId), by))
    .returning({
      month: chatSessions.month,
      seq: chatSessions.lastSeq,
      createdAt: chatSessions.lastMessageAt,
      agentId: chatSessions.agentId,
      status: chatSessions.status,
    });
  if (!numbered?.createdAt) return null;
  const { month, seq, status, createdAt } = numbered;
  const sender = agentId === null ? ('user' as const) : ('agent' as const);
  await tx.insert(chatMessages).values({ sessionId, month, seq, sender, senderId: agentId, content, createdAt });
  return { sessionId, seq, createdAt, agentId: numbered.agentId, status };
}

/** A customer to whom a contact may be said to belong: no staff. */
export async function findCustomerToLink(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ id: users.id, phoneVerifiedAt: users.phoneVerifiedAt })
    .from(users)
    .where(and(eq(users.id, id), ne(users.role, 'admin')));
  return row ?? null;
}
