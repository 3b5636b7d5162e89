import { dataBundle } from './data-bundles/data-bundle.product.ts';
import type { Products } from './payments/product.port.ts';
import { month } from './subscriptions/month.product.ts';
import { upgrade } from './subscriptions/upgrades/upgrade.product.ts';

/** Everything that can be paid for. To sell something else: its product file, and a line here. */
export const products: Products = { period: month, upgrade, bundle: dataBundle };
