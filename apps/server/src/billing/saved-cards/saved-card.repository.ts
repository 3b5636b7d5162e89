import { and, asc, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { EncryptedColumn } from '../../platform/crypto/encrypted-column.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { paymentMethods } from '../../platform/database/schema/billing/payment.ts';

/** The tokens that charge saved cards. */
export const savedCardTokens = {
  name: 'saved cards',
  purpose: 'saved-card',
  table: paymentMethods,
  id: paymentMethods.id,
  text: paymentMethods.reference,
} as const satisfies EncryptedColumn;

export type SavedCard = typeof paymentMethods.$inferSelect;
type NewCard = Pick<
  typeof paymentMethods.$inferInsert,
  'userId' | 'provider' | 'reference' | 'email' | 'cardBrand' | 'cardLastFour' | 'cardExpiry' | 'cardSignature'
> & { readonly createdAt: Date };

/** More than any customer saves; a bound all the same. */
const MOST = 50;

const isSaved = isNull(paymentMethods.removedAt);

/**
 * All fields of a saved method but the gateway's token, which never leaves the server. The default
 * first, then the newest.
 */
export async function listOwnPaymentMethods(queryable: Queryable, userId: number) {
  const { id, provider, isDefault, cardBrand, cardLastFour, cardExpiry, createdAt } = paymentMethods;
  return queryable
    .select({ id, provider, isDefault, cardBrand, cardLastFour, cardExpiry, createdAt })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.userId, userId), isSaved))
    .orderBy(desc(isDefault), desc(createdAt), asc(id))
    .limit(MOST);
}

export async function findOwnCard(queryable: Queryable, userId: number, id: string): Promise<SavedCard | null> {
  const [row] = await queryable
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, id), eq(paymentMethods.userId, userId), isSaved));
  return row ?? null;
}

/**
 * Saves a card as the customer's default; one that is saved already gets its new token. Returns its
 * id.
 */
export async function saveOwnCard(tx: Transaction, card: NewCard): Promise<string> {
  const { reference, email, cardExpiry } = card;
  const [row] = await tx
    .insert(paymentMethods)
    .values({ ...card, isDefault: true })
    .onConflictDoUpdate({
      target: [paymentMethods.userId, paymentMethods.provider, paymentMethods.cardSignature],
      targetWhere: sql`${paymentMethods.removedAt} is null and ${paymentMethods.cardSignature} is not null`,
      set: { reference, email, cardExpiry: cardExpiry ?? null, isDefault: true, expiryNotifiedAt: null },
    })
    .returning({ id: paymentMethods.id });
  if (!row) throw new Error('no card was saved');
  await tx
    .update(paymentMethods)
    .set({ isDefault: false })
    .where(and(eq(paymentMethods.userId, card.userId), ne(paymentMethods.id, row.id), paymentMethods.isDefault));
  return row.id;
}

/** Deletes a card with its token, once; returns the deleted one, or null. */
export async function removeOwnCard(
  tx: Transaction,
  userId: number,
  id: string,
  removedAt: Date,
): Promise<SavedCard | null> {
  const [card] = await tx
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, id), eq(paymentMethods.userId, userId), isSaved))
    .for('update');
  if (!card) return null;
  await tx.update(paymentMethods).set({ removedAt, reference: '', isDefault: false }).where(eq(paymentMethods.id, id));
  return card;
}

/**
 * Records that the owners of these cards are warned of the expiry, each once, and returns those
 * that were not warned before.
 */
export async function takeExpiring(
  tx: Transaction,
  ask: { readonly lastMonth: string; readonly now: Date; readonly limit: number },
): Promise<SavedCard[]> {
  const due = tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(
      and(
        lte(paymentMethods.cardExpiry, ask.lastMonth),
        isNull(paymentMethods.expiryNotifiedAt),
        isSaved,
        sql`exists (select 1 from auto_pay_consents c join user_subscriptions s on s.id = c.subscription_id
          join lines l on l.id = s.user_id join users u on u.id = l.account_id
          where c.payment_method_id = ${paymentMethods.id} and c.ended_at is null and s.status <> 'cancelled' and not u.disabled)`,
      ),
    )
    .limit(ask.limit)
    .for('update', { skipLocked: true });
  return tx
    .update(paymentMethods)
    .set({ expiryNotifiedAt: ask.now })
    .where(inArray(paymentMethods.id, due))
    .returning();
}
