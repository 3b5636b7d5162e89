import { oneOffCharge } from './charges/charge.product.ts';
import { companyInvoice } from './companies/company-invoice.product.ts';
import { dataBundle } from './data-bundles/data-bundle.product.ts';
import type { Products } from './payments/product.port.ts';
import { month } from './subscriptions/month.product.ts';
import { upgrade } from './subscriptions/upgrades/upgrade.product.ts';

/** All products. To sell something else: its product file, and an entry here. */
export const products: Products = {
  period: month,
  upgrade,
  bundle: dataBundle,
  charge: oneOffCharge,
  monthly: companyInvoice,
};
