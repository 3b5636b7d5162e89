import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, like, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { whatsappSends } from '../../../platform/database/schema/channels/whatsapp.ts';
import { chatSessions } from '../../../platform/database/schema/support/chat.ts';
import { chatContactSessions, chatContacts } from '../../../platform/database/schema/support/chat-contact.ts';
import { type SendState, statesBefore } from './status.policy.ts';

export type Send = typeof whatsappSends.$inferSelect;

type NewSend = Pick<typeof whatsappSends.$inferInsert, 'purpose' | 'sendKey' | 'recipient'> &
  Partial<Pick<typeof whatsappSends.$inferInsert, 'userId' | 'sessionId' | 'seq' | 'fallback'>> & {
    readonly body: Readonly<Record<string, unknown>>;
    readonly now: Date;
  };

/** Stores messages that are to be sent, each once by its key. Returns the keys of new ones. */
export async function queueSends(queryable: Queryable, sends: readonly NewSend[]): Promise<ReadonlySet<string>> {
  if (sends.length === 0) return new Set();
  const rows = sends.map(({ now, body, ...send }) => ({
    ...send,
    body: { ...body },
    createdAt: now,
    nextAttemptAt: now,
    stateAt: now,
  }));
  const made = await queryable
    .insert(whatsappSends)
    .values(rows)
    .onConflictDoNothing({ target: whatsappSends.sendKey })
    .returning({ key: whatsappSends.sendKey });
  return new Set(made.map(({ key }) => key));
}

/** How the keys of answers with a link to pay begin. */
export const LINK_KEY = 'answer-link:';

const isAnswerTo = (recipient: string, since: Date) =>
  and(eq(whatsappSends.recipient, recipient), eq(whatsappSends.purpose, 'answer'), gt(whatsappSends.createdAt, since));

/** How many answers of the portal itself somebody has got since. */
export function countAnswers(queryable: Queryable, recipient: string, since: Date): Promise<number> {
  return queryable.$count(whatsappSends, isAnswerTo(recipient, since));
}

/** How many of them have a link to pay. */
export function countLinks(queryable: Queryable, recipient: string, since: Date): Promise<number> {
  return queryable.$count(
    whatsappSends,
    and(isAnswerTo(recipient, since), like(whatsappSends.sendKey, `${LINK_KEY}%`)),
  );
}

export async function queueSend(tx: Transaction, send: NewSend): Promise<void> {
  await queueSends(tx, [send]);
}

/**
 * Claims due messages before they are sent: of one recipient one at a time, in their order. Whoever
 * dies with a claim leaves a message of which nobody knows whether it was sent.
 */
export async function claimSends(queryable: Queryable, now: Date, limit: number): Promise<Send[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const due = sql`
    select s.id from ${whatsappSends} s
    where s.state = 'queued' and s.calling_since is null and s.next_attempt_at <= ${at}
      and not exists (
        select from ${whatsappSends} o where o.recipient = s.recipient and o.state = 'queued'
          and (o.created_at, o.id) < (s.created_at, s.id))
    order by s.next_attempt_at limit ${limit} for update skip locked`;
  return queryable
    .update(whatsappSends)
    .set({ callingSince: now, attempts: sql`${whatsappSends.attempts} + 1` })
    .where(sql`${whatsappSends.id} = any(array(${due}))`)
    .returning();
}

/** Gives a message another state, unless it is further already. Null where nothing changed. */
export async function moveSend(
  queryable: Queryable,
  which: { readonly id: string } | { readonly wamid: string },
  next: {
    readonly state: SendState;
    readonly wamid?: string;
    readonly errorCode?: number | null;
    readonly reason?: string | null;
    readonly now: Date;
  },
): Promise<Send | null> {
  const { state, wamid, errorCode, reason, now } = next;
  const isIt = 'id' in which ? eq(whatsappSends.id, which.id) : eq(whatsappSends.wamid, which.wamid);
  const [moved] = await queryable
    .update(whatsappSends)
    .set({
      state,
      stateAt: now,
      callingSince: null,
      ...(wamid === undefined ? {} : { wamid }),
      ...(errorCode === undefined ? {} : { errorCode }),
      ...(reason === undefined ? {} : { lastError: reason?.slice(0, 300) ?? null }),
      // What arrived needs no text in its place. An unknown or failed one may have to be sent again.
      ...(state === 'delivered' || state === 'read' ? { fallback: null } : {}),
      ...(state === 'unknown' || state === 'failed' ? {} : { body: null }),
    })
    .where(and(isIt, inArray(whatsappSends.state, [...statesBefore(state)])))
    .returning();
  return moved ?? null;
}

/** Remembers WhatsApp's id of a message that has moved on already. */
export async function saveWamid(queryable: Queryable, id: string, wamid: string): Promise<void> {
  await queryable
    .update(whatsappSends)
    .set({ wamid, callingSince: null })
    .where(and(eq(whatsappSends.id, id), isNull(whatsappSends.wamid)));
}

/** Tries a message again after a while: it is certain that it was not sent. */
export async function putOffSend(
  queryable: Queryable,
  {
    id,
    until,
    code,
    reason,
  }: { readonly id: string; readonly until: Date; readonly code: number | null; readonly reason: string },
): Promise<void> {
  await queryable
    .update(whatsappSends)
    .set({ callingSince: null, nextAttemptAt: until, errorCode: code, lastError: reason.slice(0, 300) })
    .where(and(eq(whatsappSends.id, id), eq(whatsappSends.state, 'queued')));
}

/** Messages whose sender died while it called: nobody knows whether they were sent. */
export async function giveUpCalls(queryable: Queryable, now: Date, before: Date): Promise<Send[]> {
  return queryable
    .update(whatsappSends)
    .set({ state: 'unknown', stateAt: now, callingSince: null, lastError: 'no answer of WhatsApp' })
    .where(
      and(
        eq(whatsappSends.state, 'queued'),
        isNotNull(whatsappSends.callingSince),
        lt(whatsappSends.callingSince, before),
      ),
    )
    .returning();
}

/** Notices that WhatsApp has not taken since, although they were tried. */
export async function listLateNotices(queryable: Queryable, before: Date, limit: number): Promise<Send[]> {
  return queryable
    .select()
    .from(whatsappSends)
    .where(
      and(
        eq(whatsappSends.state, 'queued'),
        eq(whatsappSends.purpose, 'notice'),
        isNull(whatsappSends.callingSince),
        sql`${whatsappSends.attempts} > 0`,
        lt(whatsappSends.createdAt, before),
      ),
    )
    .limit(limit);
}

/** Notices of which nothing has been heard since. */
export async function listSilentNotices(queryable: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await queryable
    .select({ id: whatsappSends.id })
    .from(whatsappSends)
    .where(
      and(eq(whatsappSends.state, 'unknown'), isNotNull(whatsappSends.fallback), lt(whatsappSends.stateAt, before)),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Takes the text that is sent instead of a notice: once, whoever asks. */
export async function takeFallback(tx: Transaction, id: string, now: Date): Promise<Send['fallback']> {
  const [row] = await tx
    .select({ fallback: whatsappSends.fallback })
    .from(whatsappSends)
    .where(and(eq(whatsappSends.id, id), isNotNull(whatsappSends.fallback), isNull(whatsappSends.fellBackAt)))
    .for('update');
  if (!row) return null;
  await tx.update(whatsappSends).set({ fallback: null, fellBackAt: now }).where(eq(whatsappSends.id, id));
  return row.fallback;
}

/** Has an agent's message sent again. Null where it is not in a state in which that is safe to offer. */
export async function requeueSend(
  tx: Transaction,
  place: { readonly sessionId: string; readonly seq: number },
  { now, silentSince }: { readonly now: Date; readonly silentSince: Date },
): Promise<Send | null> {
  const [queued] = await tx
    .update(whatsappSends)
    .set({ state: 'queued', nextAttemptAt: now, stateAt: now, attempts: 0, errorCode: null, lastError: null })
    .where(
      and(
        eq(whatsappSends.sessionId, place.sessionId),
        eq(whatsappSends.seq, place.seq),
        isNotNull(whatsappSends.body),
        sql`(${whatsappSends.state} = 'failed' or (${whatsappSends.state} = 'unknown' and ${whatsappSends.stateAt} <= ${silentSince.toISOString()}::timestamptz))`,
      ),
    )
    .returning();
  return queued ?? null;
}

/** Contacts to whom the business may write freely. */
const isWritable = (now: Date) => and(isNull(chatContacts.endedAt), gt(chatContacts.writableUntil, now));

/** Chats in which an agent has read what their contact wrote and WhatsApp has not been told so. */
export async function listUntoldReads(
  queryable: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
) {
  return queryable
    .select({ sessionId: chatSessions.id, upTo: chatSessions.agentReadSeq })
    .from(chatSessions)
    .innerJoin(chatContactSessions, eq(chatContactSessions.sessionId, chatSessions.id))
    .innerJoin(chatContacts, eq(chatContacts.id, chatContactSessions.contactId))
    .where(
      and(
        eq(chatSessions.status, 'active'),
        eq(chatContacts.channel, 'whatsapp'),
        isWritable(now),
        sql`${chatSessions.agentReadSeq} > ${chatContactSessions.toldReadSeq}`,
      ),
    )
    .limit(limit);
}

/** How far somebody has written in their chat; null where they may not be written to, or are not on WhatsApp. */
export async function findLastSeq(queryable: Queryable, sessionId: string, now: Date): Promise<number | null> {
  const [row] = await queryable
    .select({ seq: chatSessions.lastSeq })
    .from(chatSessions)
    .innerJoin(chatContactSessions, eq(chatContactSessions.sessionId, chatSessions.id))
    .innerJoin(chatContacts, eq(chatContacts.id, chatContactSessions.contactId))
    .where(
      and(
        eq(chatSessions.id, sessionId),
        eq(chatSessions.status, 'active'),
        eq(chatContacts.channel, 'whatsapp'),
        isWritable(now),
      ),
    );
  return row?.seq ?? null;
}

export async function saveToldRead(queryable: Queryable, sessionId: string, upTo: number): Promise<void> {
  await queryable
    .update(chatContactSessions)
    .set({ toldReadSeq: sql`greatest(${chatContactSessions.toldReadSeq}, ${upTo})` })
    .where(eq(chatContactSessions.sessionId, sessionId));
}

/** Notices and answers that failed, the newest first, after the one with the id `before` if it is given. */
export async function listFailedSends(
  queryable: Queryable,
  page: { readonly before: string | null; readonly limit: number },
) {
  const { id, purpose, recipient, userId, errorCode, lastError, fellBackAt, stateAt } = whatsappSends;
  const isAfter = sql`(${stateAt}, ${id}) < (select b.state_at, b.id from ${whatsappSends} b where b.id = ${page.before})`;
  return queryable
    .select({ id, purpose, recipient, userId, errorCode, lastError, fellBackAt, stateAt })
    .from(whatsappSends)
    .where(and(eq(whatsappSends.state, 'failed'), page.before === null ? undefined : isAfter))
    .orderBy(desc(stateAt), desc(id))
    .limit(page.limit);
}

/** How many messages of the last 30 days are in each state, and how many notices went as a text instead. */
export async function countSends(queryable: Queryable, since: Date) {
  const rows = await queryable
    .select({ state: whatsappSends.state, sends: count(), fellBack: count(whatsappSends.fellBackAt) })
    .from(whatsappSends)
    .where(sql`${whatsappSends.createdAt} >= ${since.toISOString()}::timestamptz`)
    .groupBy(whatsappSends.state)
    .orderBy(asc(whatsappSends.state));
  return rows;
}

/** How many messages wait to be sent, and how long the first of them has been due. */
export async function measureSends(queryable: Queryable, now: Date) {
  const [row] = await queryable
    .select({
      waiting: count(),
      oldestSeconds: sql<number>`coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(${whatsappSends.createdAt})), 0)::float8`,
    })
    .from(whatsappSends)
    .where(and(eq(whatsappSends.state, 'queued'), lte(whatsappSends.createdAt, now)));
  return { waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, row?.oldestSeconds ?? 0) };
}

/** Deletes the content of what was not delivered, and what a text would say instead. */
export async function forgetContent(queryable: Queryable, before: Date): Promise<void> {
  await queryable
    .update(whatsappSends)
    .set({ fallback: null, body: null })
    .where(
      and(
        lt(whatsappSends.createdAt, before),
        or(isNotNull(whatsappSends.fallback), isNotNull(whatsappSends.body)),
        ne(whatsappSends.state, 'queued'),
      ),
    );
}
