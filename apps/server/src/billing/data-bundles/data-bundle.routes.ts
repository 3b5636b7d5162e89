import { getBundleQuote, listDataBundles as listEntry } from '@portal/contract/billing/data-bundles';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { presentQuote } from '../pricing/quote-payment.ts';
import { quoteBundle } from './data-bundle.product.ts';
import { listDataBundles } from './list-data-bundles.ts';

/** The data bundles that customers can buy, with their prices. */
export function registerDataBundle(
  routes: Routes,
  deps: Pick<BillingDependencies, 'database' | 'clock' | 'addedVat'>,
): void {
  routes.serve(listEntry, async ({ line }) =>
    listDataBundles(deps, deps.database, { lineId: line.lineId, now: deps.clock() }),
  );

  routes.serve(getBundleQuote, async ({ line, query }) => {
    const order = { userId: line.accountId, lineId: line.lineId, bundleId: query.bundle, now: deps.clock() };
    const { quote } = await deps.database.transaction((tx) => quoteBundle(deps, tx, order));
    return presentQuote(quote);
  });
}
