import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import { toKobo } from '@portal/kernel/money';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { hasEndedAddon, markAddonsPaid } from '../addons/addon.repository.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { planOf } from '../payments/payment.policy.ts';
import type { Product, ProductTexts } from '../payments/product.port.ts';
import { receiptMail } from '../payments/receipt-mail.ts';
import { quotePlan, requirePlan } from '../pricing/quote-payment.ts';
import { endBoughtPeriod, findBoughtPeriod } from './end-bought-period.ts';
import { ensureSubscription } from './ensure-subscription.ts';
import { extendSubscription } from './extend-subscription.ts';

/** Months and upgrades are called by their plan. */
export const planTexts: ProductTexts = {
  nameIn: ({ planName }) => planName,
  unfulfilled: defineMessage(
    'The month it was meant for could not be paid with it any more (it had been paid already, or the credit that was to pay a part of it had been used), so the whole amount is now your account credit. It is used for your next payment by itself.',
  ),
  reversed: defineMessage('The month that it paid for has ended.'),
};

/** The next month of a plan. */
export const month: Product = {
  /**
   * The subscription is locked, so that no settlement comes between number and price: the discount
   * of the first month is never given for the second. Throws plan.not-found,
   * subscription.billed-monthly.
   */
  quote: async (deps, tx, { userId, lineId, planId, autoPay, now }) => {
    if (await findCompany(tx, userId)) throw new ApiError('subscription.billed-monthly');
    const plan = await requirePlan(tx, { lineId, planId });
    const { subscriptionId, nextPeriodNumber } = await ensureSubscription(tx, { lineId, plan, now });
    const quote = await quotePlan(deps, tx, userId, plan, autoPay);
    return {
      quote,
      subscriptionId,
      periodNumber: nextPeriodNumber,
      upgradeFromPlanId: null,
      bundleId: null,
      chargeId: null,
      description: `${plan.name}, one month`,
    };
  },
  fulfil: async (deps, tx, payment, now) => {
    // Its account became a company meanwhile, whose lines have one invoice.
    if (await findCompany(tx, payment.userId)) return null;
    // A sum for the account itself, which has no plan.
    if (payment.subscriptionId === null) return null;
    const { subscriptionId, planId } = planOf(payment);
    const { periodNumber, quote } = payment;
    const paid = { subscriptionId, periodNumber, addonIds: quote.addonIds ?? [] };
    // It has the price of an address that somebody else may have by now.
    if (await hasEndedAddon(tx, paid)) return null;
    const period = await extendSubscription(deps, tx, {
      subscriptionId,
      periodNumber,
      planId,
      monthlyFeeKobo: toKobo(quote.monthlyFeeKobo),
      paymentId: payment.id,
      now,
    });
    if (period) await markAddonsPaid(tx, paid);
    return period;
  },
  reverse: endBoughtPeriod,
  findBought: async (_deps, queryable, paymentId) => {
    const period = await findBoughtPeriod(queryable, paymentId);
    if (!period) return null;
    const { startsAt, endsAt, isLast } = period;
    return { kind: 'month', startsAt, endsAt, blockedBy: isLast ? null : 'refund.later-month-paid' };
  },
  staysAfterReversal: async () => false,
  texts: planTexts,
  receiptMail,
  fulfilledEvent: 'period-added',
  isRefundable: true,
  extendsPaidTime: true,
};
