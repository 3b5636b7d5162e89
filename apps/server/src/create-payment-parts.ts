import type { Clock } from '@portal/kernel/clock';
import { paymentReference } from '@portal/kernel/payment-reference';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import { addBundle, findBundleForSale } from './features/data-bundle/buy-bundle.ts';
import { issueReceipt } from './features/invoice/issue-receipt.ts';
import { createSeller } from './features/invoice/seller.ts';
import { settleInvoice } from './features/invoice/settle-invoice.ts';
import { type SettleParts, settleLineOf } from './features/network-access/settle-line.ts';
import { writeNotice } from './features/notification/write-notice.ts';
import type { Gateway } from './features/payment/gateways/gateway.port.ts';
import { countRewarded } from './features/payment/ledger.repository.ts';
import type { PaymentParts } from './features/payment/payment-parts.port.ts';
import { findPlanFor } from './features/plan/find-active-plan.ts';
import { completeReferral } from './features/referral/complete-referral.ts';
import { hasFirstMonthDiscount } from './features/referral/has-first-month-discount.ts';
import { findComingPrice } from './features/subscription/coming-price.repository.ts';
import { ensureSubscription } from './features/subscription/ensure-subscription.ts';
import { extendSubscription } from './features/subscription/extend-subscription.ts';
import { lockRunningLine } from './features/subscription/find-running-line.ts';
import { findUpgrade, upgradePlan } from './features/subscription/upgrade-plan.ts';
import { reconsiderAlerts } from './features/usage/bought-data.ts';
import { noteAllowance } from './features/usage/note-allowance.ts';

const settle: SettleParts = { noteAllowance };

/** A plan at the price that its customer was told for the coming month, where an invoice of it is open. */
const findPricedPlan: PaymentParts['findPlanFor'] = async (queryable, order) => {
  const plan = await findPlanFor(queryable, order);
  return (
    plan && { ...plan, priceKobo: (await findComingPrice(queryable, { ...order, planId: plan.id })) ?? plan.priceKobo }
  );
};

/** The functions that features owe to payments. Paid time opens the line in the same transaction. */
export function createPaymentParts(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
  readonly gateways: readonly Gateway[];
  readonly checkoutOrigins: readonly string[];
  readonly publicUrl: URL;
  readonly config: Pick<Config, 'gatewayTimeoutMs' | 'pricesIncludeVat' | 'seller'>;
  readonly autoPay: PaymentParts['autoPay'];
  readonly queueEmail: PaymentParts['queueEmail'];
  /** The bell alone unless it is said otherwise. */
  readonly notify?: PaymentParts['notify'];
  readonly announceChange: PaymentParts['announceChange'];
}): PaymentParts {
  const seller = createSeller(parts.config.seller);
  return {
    database: parts.database,
    clock: parts.clock,
    newReference: () => paymentReference(parts.randomBytes(14)),
    log: parts.logger,
    gateways: parts.gateways,
    checkoutOrigins: parts.checkoutOrigins,
    returnUrl: `${parts.publicUrl.origin}/payment/return`,
    gatewayTimeoutMs: parts.config.gatewayTimeoutMs,
    addsVat: !parts.config.pricesIncludeVat,
    findPlanFor: findPricedPlan,
    ensureSubscription,
    extendSubscription: async (tx, order) => {
      const period = await extendSubscription(tx, order);
      if (period) await settleLineOf(settle, tx, order);
      return period;
    },
    findUpgrade,
    upgradePlan: async (tx, order) => {
      const period = await upgradePlan(tx, order);
      if (period) await settleLineOf(settle, tx, order);
      return period;
    },
    findBundleForSale: (tx, order) => findBundleForSale({ lockRunningLine }, tx, order),
    addBundle: (tx, order) => addBundle({ lockRunningLine, reconsiderAlerts }, tx, order),
    hasFirstMonthDiscount,
    autoPay: parts.autoPay,
    completeReferral: (tx, order) => completeReferral({ countRewarded }, tx, order),
    settleInvoice: (tx, order) => settleInvoice(seller, tx, order),
    issueReceipt,
    queueEmail: parts.queueEmail,
    notify: parts.notify ?? writeNotice,
    announceChange: parts.announceChange,
  };
}
