import { and, gt, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import type { EncryptedColumn } from './encrypted-column.ts';

const MARK_CHARACTERS = 9;

const lastOf = ({ text }: EncryptedColumn) => sql<string>`right(${text}, ${sql.raw(String(MARK_CHARACTERS))})`;

/** How many texts each key encrypted, by its mark; `mark` is null for texts written without one. */
export async function countByKey(tx: Transaction, column: EncryptedColumn) {
  const mark = sql<string | null>`case when ${lastOf(column)} like '=%' then ${lastOf(column)} end`;
  return tx
    .select({ mark, count: sql<number>`count(*)::int` })
    .from(column.table)
    .where(ne(column.text, ''))
    .groupBy(sql`1`);
}

/** Some texts that were written without the mark of a key, the last ones first. */
export async function findUnmarked(tx: Transaction, column: EncryptedColumn, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ text: sql<string>`${column.text}` })
    .from(column.table)
    .where(and(ne(column.text, ''), sql`${lastOf(column)} not like '=%'`))
    .orderBy(sql`${column.id} desc`)
    .limit(limit);
  return rows.map(({ text }) => text);
}

export type StoredText = { readonly id: string | number; readonly text: string };

/**
 * The next texts, in the order of their ids, that another key than the one with this mark
 * encrypted, locked; without those that another instance has locked.
 */
export async function lockOthers(
  tx: Transaction,
  column: EncryptedColumn,
  wanted: { readonly mark: string; readonly after: StoredText['id'] | null; readonly limit: number },
): Promise<StoredText[]> {
  const { mark, after, limit } = wanted;
  return tx
    .select({ id: sql<string | number>`${column.id}`, text: sql<string>`${column.text}` })
    .from(column.table)
    .where(
      and(ne(column.text, ''), ne(lastOf(column), mark), after === null ? undefined : gt(column.id, sql`${after}`)),
    )
    .orderBy(column.id)
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Replaces texts that this transaction has locked. */
export async function replaceTexts(
  tx: Transaction,
  column: EncryptedColumn,
  texts: readonly StoredText[],
): Promise<void> {
  const ids = sql`${sql.param(texts.map(({ id }) => id))}::${sql.raw(`${column.id.getSQLType()}[]`)}`;
  await tx.execute(sql`
    update ${column.table} set ${sql.identifier(column.text.name)} = replacement.new_text
    from unnest(${ids}, ${sql.param(texts.map(({ text }) => text))}::text[]) as replacement (wanted_id, new_text)
    where ${column.id} = replacement.wanted_id`);
}
