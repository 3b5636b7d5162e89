import { isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { whatsappLine } from '../../../platform/database/schema/channels/whatsapp.ts';

export type LineState = Pick<
  typeof whatsappLine.$inferSelect,
  'displayNumber' | 'verifiedName' | 'quality' | 'lastError' | 'stoppedAt' | 'checkedAt'
>;

export async function findLineState(queryable: Queryable): Promise<LineState | null> {
  const [row] = await queryable.select().from(whatsappLine);
  return row ?? null;
}

export async function saveLine(queryable: Queryable, values: Partial<LineState>): Promise<void> {
  await queryable.insert(whatsappLine).values(values).onConflictDoUpdate({ target: whatsappLine.one, set: values });
}

/** Says why nothing can be sent; since when stays. */
export async function stopLine(
  queryable: Queryable,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  const lastError = reason.slice(0, 300);
  await queryable
    .insert(whatsappLine)
    .values({ lastError, stoppedAt: now })
    .onConflictDoUpdate({
      target: whatsappLine.one,
      set: { lastError, stoppedAt: sql`coalesce(${whatsappLine.stoppedAt}, ${now.toISOString()}::timestamptz)` },
    });
}

/** A message was accepted: whatever stopped us is over. */
export async function resumeLine(queryable: Queryable): Promise<void> {
  await queryable
    .update(whatsappLine)
    .set({ stoppedAt: null, lastError: null })
    .where(or(sql`${whatsappLine.stoppedAt} is not null`, sql`not ${isNull(whatsappLine.lastError)}`));
}
