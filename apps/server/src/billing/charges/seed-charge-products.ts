import { toKobo } from '@portal/kernel/money';
import { eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection.ts';
import { chargeProductPrices, chargeProducts } from '../../platform/database/schema/billing/charge.ts';

/** Name and naira: initial products. */
const PRODUCTS: readonly (readonly [string, number])[] = [
  ['Installation', 25_000],
  ['Router', 22_500],
  ['Visit of a technician', 7500],
  ['Relocation of a line', 15_000],
];

/** What lines can have month by month, with a price to begin with: not offered until the operator does. */
const MONTHLY = [
  { monthlyFor: 'ipv4', name: 'Fixed IPv4 address', price: toKobo(500_000) },
  { monthlyFor: 'ipv6-prefix', name: 'Fixed IPv6 prefix', price: toKobo(250_000) },
] as const;

async function isOffered(database: Database, monthlyFor: (typeof MONTHLY)[number]['monthlyFor']): Promise<boolean> {
  const found = await database
    .select({ id: chargeProducts.id })
    .from(chargeProducts)
    .where(eq(chargeProducts.monthlyFor, monthlyFor));
  return found.length > 0;
}

async function seedMonthlyProducts(database: Database): Promise<void> {
  for (const product of MONTHLY) {
    // Something else may have the name. Another instance that has just written it is waited for, and seen.
    for (const name of [product.name, `${product.name}, monthly`]) {
      if (await isOffered(database, product.monthlyFor)) break;
      await database
        .insert(chargeProducts)
        .values({ ...product, name, isActive: false })
        .onConflictDoNothing();
    }
  }
}

/**
 * Creates the first charge products where there have never been any, and the monthly ones. Safe to repeat, also from
 * several instances.
 */
export async function seedChargeProducts(database: Database): Promise<void> {
  await seedMonthlyProducts(database);
  const present = await database
    .select({ id: chargeProducts.id })
    .from(chargeProducts)
    .where(isNull(chargeProducts.monthlyFor))
    .limit(1);
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
