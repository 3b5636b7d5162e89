import { toKobo } from '@portal/kernel/money';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findCredit } from '../../ledger/ledger.repository.ts';
import { planOf } from '../../payments/payment.policy.ts';
import type { Product } from '../../payments/product.port.ts';
import { receiptMail } from '../../payments/receipt-mail.ts';
import { computeQuote, upgradePrice } from '../../pricing/quote.policy.ts';
import { requirePlan } from '../../pricing/quote-payment.ts';
import { planTexts } from '../month.product.ts';
import { reverseUpgrade } from './reverse-upgrade.ts';
import { isUnderUpgrade } from './upgrade.repository.ts';
import { findUpgrade, upgradePlan } from './upgrade-plan.ts';

/** An upgrade for the rest of the current month, by the day. */
export const upgrade: Product = {
  /**
   * Throws plan.not-found, subscription.none, subscription.not-running, subscription.same-plan,
   * subscription.paid-ahead, subscription.not-dearer.
   */
  quote: async ({ addedVat }, tx, { userId, lineId, planId, now }) => {
    const plan = await requirePlan(tx, { lineId, planId });
    const found = await findUpgrade(tx, { lineId, planId: plan.id, now });
    const { fromPlanName, remainingDays, totalDays } = found;
    const priceKobo = upgradePrice({
      fromKobo: found.feeKobo,
      toKobo: plan.priceKobo,
      remainingDays,
      totalDays,
    });
    if (priceKobo <= 0) throw new ApiError('subscription.not-dearer');
    const quote = computeQuote({
      planName: plan.name,
      item: `${plan.name} instead of ${fromPlanName}, ${remainingDays} of ${totalDays} days`,
      priceKobo,
      firstMonth: false,
      autoPay: false,
      addedVat: addedVat(),
      creditKobo: await findCredit(tx, userId),
    });
    return {
      quote: { ...quote, plan },
      subscriptionId: found.subscriptionId,
      periodNumber: found.periodNumber,
      upgradeFromPlanId: found.fromPlanId,
      bundleId: null,
      chargeId: null,
      description: `Upgrade to ${plan.name}`,
    };
  },
  fulfil: async (deps, tx, payment, now) => {
    const { upgradeFromPlanId: fromPlanId } = payment;
    if (fromPlanId === null) throw new Error(`payment ${payment.reference} is for no upgrade`);
    return upgradePlan(deps, tx, {
      ...planOf(payment),
      periodNumber: payment.periodNumber,
      fromPlanId,
      monthlyFeeKobo: toKobo(payment.quote.monthlyFeeKobo),
      paymentId: payment.id,
      now,
    });
  },
  reverse: reverseUpgrade,
  // It changes a month that another payment has bought.
  findBought: async () => null,
  staysAfterReversal: isUnderUpgrade,
  texts: planTexts,
  receiptMail,
  fulfilledEvent: 'plan-upgraded',
  // An upgrade of some days cannot be refunded by itself.
  isRefundable: false,
  extendsPaidTime: false,
};
