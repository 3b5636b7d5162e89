import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { chargeProductPrices, chargeProducts, oneOffCharges } from '../../platform/database/schema/billing/charge.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { writeOffs } from '../../platform/database/schema/billing/write-off.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type ChargeProductRow = typeof chargeProducts.$inferSelect;
export type ChargeRow = typeof oneOffCharges.$inferSelect;

/** What can be charged once, by name. */
export async function listChargeProducts(queryable: Queryable): Promise<ChargeProductRow[]> {
  return queryable
    .select()
    .from(chargeProducts)
    .where(and(eq(chargeProducts.isActive, true), isNull(chargeProducts.monthlyFor)))
    .orderBy(asc(chargeProducts.name));
}

/** Null also for an invalid id, and for one that is not charged any more, or month by month. */
export async function findChargeProduct(queryable: Queryable, id: string): Promise<ChargeProductRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await queryable
    .select()
    .from(chargeProducts)
    .where(and(eq(chargeProducts.id, id), eq(chargeProducts.isActive, true), isNull(chargeProducts.monthlyFor)));
  return row ?? null;
}

/** All products with their prices of before, by name; one of them with `id`. */
export async function listProductsWithPrices(queryable: Queryable, id?: string) {
  const products = await queryable
    .select()
    .from(chargeProducts)
    .where(id === undefined ? undefined : eq(chargeProducts.id, id))
    .orderBy(asc(chargeProducts.name));
  const prices = await queryable
    .select({ price: chargeProductPrices, setByName: personName() })
    .from(chargeProductPrices)
    .leftJoin(users, eq(users.id, chargeProductPrices.setBy))
    .where(id === undefined ? undefined : eq(chargeProductPrices.productId, id))
    .orderBy(desc(chargeProductPrices.since));
  const byProduct = Map.groupBy(prices, ({ price }) => price.productId);
  return products.map((product) => ({ product, prices: byProduct.get(product.id) ?? [] }));
}

/** A product, held until the transaction ends; null also for an invalid id. */
export async function lockChargeProduct(tx: Transaction, id: string): Promise<ChargeProductRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(chargeProducts).where(eq(chargeProducts.id, id)).for('update');
  return row ?? null;
}

type ProductValues = Pick<ChargeProductRow, 'name' | 'price' | 'bearsVat' | 'untaxedAs'>;

/** Throws a unique violation for a name that another has. */
export async function insertChargeProduct(tx: Transaction, values: ProductValues): Promise<ChargeProductRow> {
  const [row] = await tx.insert(chargeProducts).values(values).returning();
  if (!row) throw new Error('the product was not written');
  return row;
}

/** The same. */
export async function updateChargeProduct(
  tx: Transaction,
  id: string,
  values: Partial<ProductValues & Pick<ChargeProductRow, 'isActive'>>,
): Promise<ChargeProductRow> {
  const [row] = await tx.update(chargeProducts).set(values).where(eq(chargeProducts.id, id)).returning();
  if (!row) throw new Error(`charge product ${id} is gone`);
  return row;
}

export async function insertPrice(tx: Transaction, values: typeof chargeProductPrices.$inferInsert): Promise<void> {
  await tx.insert(chargeProductPrices).values(values);
}

export async function insertCharge(tx: Transaction, values: typeof oneOffCharges.$inferInsert): Promise<ChargeRow> {
  const [row] = await tx.insert(oneOffCharges).values(values).returning();
  if (!row) throw new Error('the charge was not written');
  return row;
}

export async function findChargeByRequest(queryable: Queryable, clientRequestId: string): Promise<ChargeRow | null> {
  const [row] = await queryable.select().from(oneOffCharges).where(eq(oneOffCharges.clientRequestId, clientRequestId));
  return row ?? null;
}

/** A customer's charge by its id or its invoice's number, held until the transaction ends. */
export async function lockOwnCharge(tx: Transaction, userId: number, id: string): Promise<ChargeRow | null> {
  const isNamed = isUuid(id) ? eq(oneOffCharges.id, id) : eq(oneOffCharges.invoiceNumber, id);
  const [row] = await tx
    .select()
    .from(oneOffCharges)
    .where(and(isNamed, eq(oneOffCharges.userId, userId)))
    .for('no key update');
  return row ?? null;
}

/** The charges of a customer whose invoices are open and not written off, oldest first. */
export async function listOpenCharges(queryable: Queryable, userId: number) {
  return queryable
    .select({ charge: oneOffCharges, invoice: invoices })
    .from(oneOffCharges)
    .innerJoin(invoices, eq(invoices.invoiceNumber, oneOffCharges.invoiceNumber))
    .leftJoin(writeOffs, and(eq(writeOffs.invoiceId, invoices.id), eq(writeOffs.status, 'booked')))
    .where(
      and(
        eq(oneOffCharges.userId, userId),
        isNull(oneOffCharges.paymentId),
        eq(invoices.status, 'open'),
        isNull(writeOffs.id),
      ),
    )
    .orderBy(asc(oneOffCharges.createdAt), asc(oneOffCharges.id));
}

/** unpaid → paid, once. */
export async function markChargePaid(tx: Transaction, id: string, paymentId: string): Promise<boolean> {
  const moved = await tx
    .update(oneOffCharges)
    .set({ paymentId })
    .where(and(eq(oneOffCharges.id, id), isNull(oneOffCharges.paymentId)))
    .returning({ id: oneOffCharges.id });
  return moved.length === 1;
}

export async function findPaidCharge(queryable: Queryable, paymentId: string): Promise<ChargeRow | null> {
  const [row] = await queryable.select().from(oneOffCharges).where(eq(oneOffCharges.paymentId, paymentId));
  return row ?? null;
}

/** True for the one caller that refunded it. */
export async function markChargeRefunded(tx: Transaction, paymentId: string, refundedAt: Date): Promise<boolean> {
  const moved = await tx
    .update(oneOffCharges)
    .set({ refundedAt })
    .where(and(eq(oneOffCharges.paymentId, paymentId), isNull(oneOffCharges.refundedAt)))
    .returning({ id: oneOffCharges.id });
  return moved.length === 1;
}
