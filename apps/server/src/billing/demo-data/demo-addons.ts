import type { Transaction } from '../../platform/database/connection.ts';
import type { AddonKind } from '../addons/addon.repository.ts';
import { keepAddon } from '../addons/end-addon.ts';
import { startAddon } from '../addons/start-addon.ts';
import { listProductsWithPrices, updateChargeProduct } from '../charges/charge.repository.ts';
import { lockOpenSubscription } from '../subscriptions/subscription.repository.ts';
import { demoDependencies } from './pay-demo-month.ts';

/** What lines pay month by month beside their plan, as billing lets the network start it, at a past moment. */
export function demoAddons(at: Date) {
  const deps = { ...demoDependencies, clock: () => at };
  return {
    lock: async (tx: Transaction, lineId: number) => void (await lockOpenSubscription(tx, lineId)),
    start: (tx: Transaction, order: { readonly lineId: number; readonly kind: AddonKind; readonly staffId: number }) =>
      startAddon(deps, tx, order),
    keep: keepAddon,
  };
}

/** Offers fixed IPv4 addresses at the price that they come with. */
export async function offerDemoAddresses(tx: Transaction): Promise<void> {
  for (const { product } of await listProductsWithPrices(tx))
    if (product.monthlyFor === 'ipv4') await updateChargeProduct(tx, product.id, { isActive: true });
}
