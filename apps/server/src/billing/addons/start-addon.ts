import type { Kobo } from '@portal/kernel/money';
import { addKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { cutAtBillingDays, proratedPrice } from '../companies/company.policy.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { wakeSubscription } from '../renewals/renewal.repository.ts';
import { lockOpenSubscription, type SubscriptionRow } from '../subscriptions/subscription.repository.ts';
import { findLastPeriod } from '../subscriptions/upgrades/upgrade.repository.ts';
import { daysLeft } from '../subscriptions/upgrades/upgrade-plan.ts';
import {
  type AddonKind,
  type AddonRow,
  findAccountOf,
  findBegunPeriod,
  findMonthlyProduct,
  insertAddon,
} from './addon.repository.ts';
import { type AddonDependencies, chargeAddon } from './charge-addon.ts';

type Rest = { readonly priceKobo: Kobo; readonly item: string };

/** The price of what is left of the month that a line has paid for, by the day, as that of an upgrade. */
async function priceRest(
  tx: Transaction,
  subscription: SubscriptionRow,
  { name, monthlyFee }: Pick<AddonRow, 'name' | 'monthlyFee'>,
  now: Date,
): Promise<Rest | null> {
  const company = await findCompany(tx, await findAccountOf(tx, subscription.id));
  if (company) {
    const pieces = cutAtBillingDays(now, subscription.nextRenewal, company.billingDay);
    if (pieces.length === 0) return null;
    const days = pieces.reduce((sum, piece) => sum + piece.days, 0);
    const priceKobo = addKobo(...pieces.map((piece) => proratedPrice(monthlyFee, piece)));
    return { priceKobo, item: `${name}, ${days} ${days === 1 ? 'day' : 'days'}` };
  }
  const period = await findLastPeriod(tx, subscription.id, now);
  if (!period || period.endsAt <= now) return null;
  const { totalDays, remainingDays } = daysLeft(period, now);
  const priceKobo = proratedPrice(monthlyFee, { days: remainingDays, ofDays: totalDays });
  return { priceKobo, item: `${name}, ${remainingDays} of ${totalDays} days` };
}

/**
 * Gives a line something that it pays month by month with its plan, at the price of now until it ends. The
 * rest of the month that it is in is charged at once, by the day; months that are paid ahead by the next
 * run of chargeMissedAddons; later ones have it on their invoice. In the caller's transaction. Throws
 * subscription.none, subscription.not-running for a paused line, addon.not-offered.
 */
export async function startAddon(
  deps: AddonDependencies,
  tx: Transaction,
  order: { readonly lineId: number; readonly kind: AddonKind; readonly staffId: number },
): Promise<{ readonly addon: AddonRow; readonly invoiceNumber: string | null; readonly chargedKobo: Kobo }> {
  const { lineId, kind, staffId } = order;
  const now = deps.clock();
  const subscription = await lockOpenSubscription(tx, lineId);
  if (!subscription) throw new ApiError('subscription.none');
  if (subscription.pausedUntil !== null) throw new ApiError('subscription.not-running');
  const product = await findMonthlyProduct(tx, kind);
  if (!product) throw new ApiError('addon.not-offered');
  const company = await findCompany(tx, await findAccountOf(tx, subscription.id));
  const chargedThrough = company ? subscription.paidPeriods : await findBegunPeriod(tx, subscription.id, now);
  const addon = await insertAddon(tx, {
    subscriptionId: subscription.id,
    productId: product.id,
    name: product.name,
    monthlyFee: product.price,
    chargedThrough,
    startedBy: staffId,
    startedAt: now,
  });
  // An open invoice of the next month is replaced by one that has it.
  if (subscription.status === 'active') await wakeSubscription(tx, subscription.id, now);
  const rest = await priceRest(tx, subscription, addon, now);
  if (!rest) return { addon, invoiceNumber: null, chargedKobo: toKobo(0) };
  const charge = { subscription, addon, periodNumber: chargedThrough, ...rest, now };
  return { addon, invoiceNumber: await chargeAddon(deps, tx, charge), chargedKobo: rest.priceKobo };
}
