import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { planOf } from '../payments/payment.policy.ts';
import type { Priced, Product } from '../payments/product.port.ts';
import { computeQuote } from '../pricing/quote.policy.ts';
import { addBundle, endBoughtBundle, findBoughtBundle, findBundleForSale } from './buy-bundle.ts';
import { bundleMail, bundleNameIn } from './receipt-mail.ts';

/**
 * Prices a data bundle for the current month, with the subscription locked until the transaction
 * ends. Throws bundle.not-found, bundle.unlimited, subscription.not-running.
 */
export async function quoteBundle(
  { addedVat }: Pick<VatRules, 'addedVat'>,
  tx: Transaction,
  order: { readonly userId: number; readonly lineId: number; readonly bundleId: string; readonly now: Date },
): Promise<Priced> {
  const { plan, bundle, subscriptionId, periodNumber } = await findBundleForSale(tx, order);
  const item = `${bundle.name}: ${bundle.gigabytes} GB of extra data`;
  const quote = computeQuote({
    planName: plan.name,
    item,
    priceKobo: bundle.priceKobo,
    firstMonth: false,
    autoPay: false,
    addedVat: addedVat(),
    creditKobo: await findCredit(tx, order.userId),
  });
  return {
    quote: { ...quote, plan },
    subscriptionId,
    periodNumber,
    upgradeFromPlanId: null,
    bundleId: bundle.id,
    chargeId: null,
    description: item,
  };
}

/** A data bundle for the current month. */
export const dataBundle: Product = {
  quote: async (deps, tx, { userId, lineId, bundleId = null, now }) => {
    if (bundleId === null) throw new ApiError('bundle.not-found');
    return quoteBundle(deps, tx, { userId, lineId, bundleId, now });
  },
  fulfil: async (deps, tx, payment, now) => {
    const { bundleId, id: paymentId } = payment;
    if (bundleId === null) throw new Error(`payment ${payment.reference} is for no data bundle`);
    return addBundle(deps, tx, { subscriptionId: planOf(payment).subscriptionId, bundleId, paymentId, now });
  },
  reverse: (_deps, tx, order) => endBoughtBundle(tx, order),
  findBought: async (deps, queryable, paymentId) => {
    const bundle = await findBoughtBundle(deps, queryable, paymentId);
    if (!bundle) return null;
    const { startsAt, endsAt, isUsed } = bundle;
    return { kind: 'bundle', startsAt, endsAt, blockedBy: isUsed ? 'refund.bundle-used' : null };
  },
  staysAfterReversal: async () => false,
  texts: {
    nameIn: bundleNameIn,
    unfulfilled: defineMessage(
      'The extra data it was meant for could not be added any more (your line was off, or its plan without a limit, or the credit that was to pay a part had been used), so the whole amount is now your account credit. It is used for your next payment by itself.',
    ),
    reversed: defineMessage('The extra data that it bought are not part of your month any more.'),
  },
  receiptMail: bundleMail,
  fulfilledEvent: 'bundle-added',
  isRefundable: true,
  extendsPaidTime: false,
};
