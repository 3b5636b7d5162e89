import type { Clock } from '@portal/kernel/clock';
import { paymentReference } from '@portal/kernel/payment-reference';
import type { FastifyBaseLogger } from 'fastify';
import { writeNotice } from '../../messaging/index.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { addBundle, findBundleForSale } from '../data-bundles/buy-bundle.ts';
import { subscriptionExtended, subscriptionUpgraded } from '../events.ts';
import { issueReceipt } from '../invoices/receipts/issue-receipt.ts';
import { createSeller } from '../invoices/seller.ts';
import { settleInvoice } from '../invoices/settle-invoice.ts';
import { countRewarded } from '../ledger/ledger.repository.ts';
import { findPlanForSale } from '../pricing/find-plan-for-sale.ts';
import { completeReferral } from '../referrals/complete-referral.ts';
import { hasFirstMonthDiscount } from '../referrals/has-first-month-discount.ts';
import { ensureSubscription } from '../subscriptions/ensure-subscription.ts';
import { extendSubscription } from '../subscriptions/extend-subscription.ts';
import { lockRunningLine } from '../subscriptions/find-active-subscription.ts';
import { findUpgrade, upgradePlan } from '../subscriptions/upgrades/upgrade-plan.ts';
import type { Gateway } from './gateways/gateway.port.ts';
import type { PaymentParts } from './payment-dependencies.ts';

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
  readonly publish: Publish;
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
    findPlanFor: findPlanForSale,
    ensureSubscription,
    extendSubscription: async (tx, order) => {
      const period = await extendSubscription(tx, order);
      if (period) await parts.publish(tx, subscriptionExtended, order);
      return period;
    },
    findUpgrade,
    upgradePlan: async (tx, order) => {
      const period = await upgradePlan(tx, order);
      if (period) await parts.publish(tx, subscriptionUpgraded, order);
      return period;
    },
    findBundleForSale: (tx, order) => findBundleForSale({ lockRunningLine }, tx, order),
    addBundle: (tx, order) => addBundle({ lockRunningLine, publish: parts.publish }, tx, order),
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
