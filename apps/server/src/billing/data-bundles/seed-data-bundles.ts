import { koboFromNaira } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { dataBundles } from '../../platform/database/schema/billing/data-bundle.ts';

/** Name, gigabytes, naira: initial bundles, which staff can change. */
const BUNDLES: readonly (readonly [string, number, number])[] = [
  ['Small bundle', 20, 3000],
  ['Medium bundle', 50, 6500],
  ['Large bundle', 100, 12_000],
];

function toBundle([name, gigabytes, priceNaira]: (typeof BUNDLES)[number], index: number) {
  const price = koboFromNaira(priceNaira);
  if (price === null) throw new Error(`the price of ${name} is not an amount`);
  return { name, gigabytes, price, position: index + 1 };
}

/**
 * Creates the first data bundles where there have never been any. Safe to repeat, also from several
 * instances.
 */
export async function seedDataBundles(database: Database): Promise<void> {
  const present = await database.select({ id: dataBundles.id }).from(dataBundles).limit(1);
  if (present.length > 0) return;
  await database.insert(dataBundles).values(BUNDLES.map(toBundle)).onConflictDoNothing();
}
