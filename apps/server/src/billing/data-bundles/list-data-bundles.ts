import { presentVatExtra } from '@portal/kernel/billing/vat';
import { endOfLagosMonth } from '@portal/kernel/calendar';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import { findActiveSubscription } from '../subscriptions/find-active-subscription.ts';
import { listOffered } from './data-bundle.repository.ts';

/**
 * The bundles that a customer can buy now, and until when they would count; none where their plan
 * has no limit or their subscription is not active and paid for.
 */
export async function listDataBundles(
  { addedVat }: Pick<VatRules, 'addedVat'>,
  queryable: Queryable,
  wanted: { readonly lineId: number; readonly now: Date },
) {
  const subscription = await findActiveSubscription(queryable, wanted);
  const until = endOfLagosMonth(wanted.now).toISOString();
  if (!subscription?.isPaid) return { standing: 'not-running' as const, until, bundles: [] };
  if (subscription.dataLimitGb === null) return { standing: 'unlimited' as const, until, bundles: [] };
  const bundles = (await listOffered(queryable)).map(({ id, name, gigabytes, price }) => {
    return { id, name, gigabytes, price: nairaFromKobo(price) };
  });
  return { standing: 'available' as const, until, ...presentVatExtra(addedVat()), bundles };
}
