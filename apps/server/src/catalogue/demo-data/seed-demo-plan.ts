import { koboFromNaira } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';

/** A plan that is slower at its limit. It is not on sale: what is sold is as the specification has it. */
export const DEMO_PLAN = { name: 'Home Starter 20 Mbps', limitGb: 60 } as const;
const NAIRA = 12_500;
/** After the plans on sale. */
const POSITION = 100;

/** Adds the demo data's own plan. Safe to repeat. */
export async function seedDemoPlan(tx: Transaction): Promise<void> {
  const price = koboFromNaira(NAIRA);
  if (price === null) throw new Error(`the price of ${DEMO_PLAN.name} is not an amount`);
  await tx
    .insert(servicePlans)
    .values({
      name: DEMO_PLAN.name,
      region: 'abuja',
      downloadMbps: 20,
      speed: '20 Mbps',
      price,
      dataLimitGb: DEMO_PLAN.limitGb,
      type: 'residential',
      features: ['60 GB a month', 'Usage tracked in real time'],
      position: POSITION,
      isActive: false,
      atLimit: 'slower',
      limitDownloadMbps: 2,
      limitUploadMbps: 1,
    })
    .onConflictDoNothing({ target: servicePlans.name });
}
