import { and, asc, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { EncryptedColumn } from '../../platform/crypto/encrypted-column.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { paymentMethods } from '../../platform/database/schema/billing/payment.ts';

/** The tokens that charge saved cards and bank accounts. */
export const savedCardTokens = {
  name: 'saved cards',
  purpose: 'saved-card',
  table: paymentMethods,
  id: paymentMethods.id,
  text: paymentMethods.reference,
} as const satisfies EncryptedColumn;

export type SavedMethod = typeof paymentMethods.$inferSelect;
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
  const { id, provider, kind, isDefault, cardBrand, cardLastFour, bankName, cardExpiry, pausedAt, createdAt } =
    paymentMethods;
  return queryable
    .select({ id, provider, kind, isDefault, cardBrand, cardLastFour, bankName, cardExpiry, pausedAt, createdAt })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.userId, userId), isSaved))
    .orderBy(desc(isDefault), desc(createdAt), asc(id))
    .limit(MOST);
}

export async function findOwnMethod(queryable: Queryable, userId: number, id: string): Promise<SavedMethod | null> {
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

/** Saves the account of a mandate that may be charged from now on. Returns its id. */
export async function saveMandateMethod(
  tx: Transaction,
  method: Pick<NewCard, 'userId' | 'provider' | 'reference' | 'email' | 'cardLastFour'> & {
    readonly bankName: string | null;
    readonly createdAt: Date;
  },
): Promise<string> {
  const [row] = await tx
    .insert(paymentMethods)
    .values({ ...method, kind: 'mandate' })
    .returning({ id: paymentMethods.id });
  if (!row) throw new Error('no mandate was saved');
  return row.id;
}

/** Pauses one of a customer's methods, or has it charged again; null when they have none with this id. */
export async function pauseOwnMethod(
  tx: Transaction,
  wish: { readonly userId: number; readonly id: string; readonly isPaused: boolean; readonly now: Date },
): Promise<SavedMethod | null> {
  const pausedAt = wish.isPaused
    ? sql`coalesce(${paymentMethods.pausedAt}, ${wish.now.toISOString()}::timestamptz)`
    : null;
  const [row] = await tx
    .update(paymentMethods)
    .set({ pausedAt })
    .where(and(eq(paymentMethods.id, wish.id), eq(paymentMethods.userId, wish.userId), isSaved))
    .returning();
  return row ?? null;
}

/** Deletes a card or account with its token, once; returns the deleted one, or null. */
export async function removeOwnMethod(
  tx: Transaction,
  userId: number,
  id: string,
  removedAt: Date,
): Promise<SavedMethod | null> {
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
): Promise<SavedMethod[]> {
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
