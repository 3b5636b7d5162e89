import { koboFromNaira } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';

type Region = 'lagos' | 'abuja';
type PlanType = 'residential' | 'sme' | 'business';

/**
 * Name, region, Mbps, naira a month, GB a month (null: unlimited), type, and the features that set
 * it apart. In the order of the plans page.
 */
type CatalogueEntry = readonly [string, Region, number, number, number | null, PlanType, readonly string[]];

const HOME = ['Usage tracked in real time', '24/7 support by chat, tickets and FAQs'];
const OFFICE = ['Card, bank transfer or USSD', '24/7 support by chat, tickets and FAQs'];
const TRIPLE = ['Internet, voice and TV on one line', 'Unlimited data', '24/7 support by chat, tickets and FAQs'];

const TERABYTE = '1 TB a month';
const monthly = (gigabytes: number): string => `${gigabytes} GB a month`;

/**
 * Specification section 9, and between those prices the ranges of the region cards: Lagos from
 * 15,000 for 10-100 Mbps, Abuja from 20,000 for 20-150 Mbps.
 */
const CATALOGUE: readonly CatalogueEntry[] = [
  ['Home 10 Mbps', 'lagos', 10, 18_600, 150, 'residential', ['One HD stream and browsing', monthly(150), ...HOME]],
  ['Home 20 Mbps', 'abuja', 20, 20_000, 200, 'residential', ['Two HD streams at once', monthly(200), ...HOME]],
  [
    'Premium Fiber 100Mbps',
    'abuja',
    100,
    25_000,
    100,
    'residential',
    ['The whole household at full speed', monthly(100), ...HOME],
  ],
  ['Home 50 Mbps', 'abuja', 50, 35_000, 500, 'residential', ['4K streaming and video calls', monthly(500), ...HOME]],
  ['Home Lite 10 Mbps', 'lagos', 10, 15_000, 80, 'residential', ['Browsing, mail and calls', monthly(80), ...HOME]],
  ['Home Plus 100 Mbps', 'lagos', 100, 38_000, 1024, 'residential', ['4K in several rooms', TERABYTE, ...HOME]],
  [
    'Home Max 150 Mbps',
    'abuja',
    150,
    45_000,
    null,
    'residential',
    ['4K everywhere and large downloads', 'Unlimited data', ...HOME],
  ],
  ['SME 10 Mbps', 'lagos', 10, 20_000, 300, 'sme', ['Mail, cloud files and card payments', monthly(300), ...OFFICE]],
  ['SME 20 Mbps', 'abuja', 20, 40_000, 600, 'sme', ['Video meetings beside daily work', monthly(600), ...OFFICE]],
  ['SME 40 Mbps', 'abuja', 40, 65_000, 1024, 'sme', ['A full office online', TERABYTE, ...OFFICE]],
  ['Business Triple Play 10 Mbps', 'lagos', 10, 151_250, null, 'business', TRIPLE],
  ['Business Triple Play 20 Mbps', 'lagos', 20, 310_750, null, 'business', TRIPLE],
  ['Business Triple PlayX 50 Mbps', 'abuja', 50, 615_450, null, 'business', TRIPLE],
  ['Business Triple PlayX 100 Mbps', 'abuja', 100, 1_015_850, null, 'business', TRIPLE],
];

function toRow(entry: CatalogueEntry, index: number): typeof servicePlans.$inferInsert {
  const [name, region, downloadMbps, priceNaira, dataLimitGb, type, features] = entry;
  const price = koboFromNaira(priceNaira);
  if (price === null) throw new Error(`the price of ${name} is not an amount`);
  return {
    name,
    region,
    downloadMbps,
    speed: `${downloadMbps} Mbps`,
    price,
    dataLimitGb,
    type,
    features: [...features],
    position: index + 1,
  };
}

/**
 * Creates the first plans where there have never been any: existing plans are left as staff have
 * changed them, also under other names. Safe to repeat, also from several instances.
 */
export async function seedPlans(database: Database): Promise<void> {
  const present = await database.select({ id: servicePlans.id }).from(servicePlans).limit(1);
  if (present.length > 0) return;
  await database.insert(servicePlans).values(CATALOGUE.map(toRow)).onConflictDoNothing({ target: servicePlans.name });
}
