import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { EncryptedColumn } from '../../platform/crypto/encrypted-column.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { inboundTexts } from '../../platform/database/schema/channels/inbound-text.ts';

export type InboundTextRow = typeof inboundTexts.$inferSelect;

export const inboundTextBodies: EncryptedColumn = {
  name: 'texts from customers that are not answered yet',
  purpose: 'inbound-text',
  table: inboundTexts,
  id: inboundTexts.id,
  text: inboundTexts.body,
};

/** Stores a text, once by its provider's id; null for a repeat. */
export async function insertInboundText(
  queryable: Queryable,
  values: typeof inboundTexts.$inferInsert,
): Promise<number | null> {
  const [row] = await queryable
    .insert(inboundTexts)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: inboundTexts.id });
  return row?.id ?? null;
}

/** Locked until the transaction ends; null where it is answered, or somebody else is about to. */
export async function lockWaitingText(tx: Transaction, id: number): Promise<InboundTextRow | null> {
  const [row] = await tx
    .select()
    .from(inboundTexts)
    .where(and(eq(inboundTexts.id, id), isNull(inboundTexts.handledAt)))
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** Those that wait and are younger than one, the oldest first. */
export async function listWaitingTexts(
  queryable: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await queryable
    .select({ id: inboundTexts.id })
    .from(inboundTexts)
    .where(and(isNull(inboundTexts.handledAt), gt(inboundTexts.id, after)))
    .orderBy(asc(inboundTexts.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Its words go with that. */
export async function markHandled(
  tx: Transaction,
  id: number,
  handled: Pick<InboundTextRow, 'keyword' | 'outcome' | 'handledAt'>,
): Promise<void> {
  await tx
    .update(inboundTexts)
    .set({ ...handled, body: '' })
    .where(eq(inboundTexts.id, id));
}

/** Serialises the answers to one sender, so that none exceeds a limit between counting and answering. */
export async function lockSender(tx: Transaction, sender: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7304132, hashtext(${sender}))`);
}

/** How often a sender was answered since a moment, with all and with one keyword. */
export async function countAnswers(
  queryable: Queryable,
  sender: string,
  since: { readonly all: Date; readonly unknown: Date },
): Promise<{ readonly all: number; readonly unknown: number }> {
  const isAnswered = and(eq(inboundTexts.sender, sender), eq(inboundTexts.outcome, 'answered'));
  const [all, unknown] = [
    await queryable.$count(inboundTexts, and(isAnswered, gt(inboundTexts.handledAt, since.all))),
    await queryable.$count(
      inboundTexts,
      and(isAnswered, eq(inboundTexts.keyword, 'unknown'), gt(inboundTexts.handledAt, since.unknown)),
    ),
  ];
  return { all, unknown };
}
