import { toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection.ts';
import { chargeProductPrices, chargeProducts } from '../../platform/database/schema/billing/charge.ts';

/** Name and naira: initial products. */
const PRODUCTS: readonly (readonly [string, number])[] = [
  ['Installation', 25_000],
  ['Router', 22_500],
  ['Visit of a technician', 7500],
  ['Relocation of a line', 15_000],
];

/**
 * Creates the first charge products where there have never been any. Safe to repeat, also from
 * several instances.
 */
export async function seedChargeProducts(database: Database): Promise<void> {
  const present = await database.select({ id: chargeProducts.id }).from(chargeProducts).limit(1);
  if (present.length > 0) return;
  const rows = PRODUCTS.map(([name, naira]) => ({ name, price: toKobo(naira * 100) }));
  await database.transaction(async (tx) => {
    const made = await tx.insert(chargeProducts).values(rows).onConflictDoNothing().returning();
    if (made.length === 0) return;
    const since = sql`now()`;
    await tx
      .insert(chargeProductPrices)
      .values(made.map(({ id: productId, price, bearsVat }) => ({ productId, price, bearsVat, since })));
  });
}
