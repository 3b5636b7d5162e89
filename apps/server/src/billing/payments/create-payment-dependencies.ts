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
import { lockActiveSubscription } from '../subscriptions/find-active-subscription.ts';
import { findUpgrade, upgradePlan } from '../subscriptions/upgrades/upgrade-plan.ts';
import type { Gateway } from './gateways/gateway.port.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** The functions that features owe to payments. Paid time opens the line in the same transaction. */
export function createPaymentDependencies(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
  readonly gateways: readonly Gateway[];
  readonly checkoutOrigins: readonly string[];
  readonly publicUrl: URL;
  readonly config: Pick<Config, 'gatewayTimeoutMs' | 'pricesIncludeVat' | 'seller'>;
  readonly autoPay: PaymentDependencies['autoPay'];
  readonly queueEmail: PaymentDependencies['queueEmail'];
  /** The bell alone unless it is said otherwise. */
  readonly notify?: PaymentDependencies['notify'];
  readonly publishLiveUpdate: PaymentDependencies['publishLiveUpdate'];
  readonly publish: Publish;
  readonly metrics?: PaymentDependencies['metrics'];
}): PaymentDependencies {
  const seller = createSeller(deps.config.seller);
  return {
    database: deps.database,
    clock: deps.clock,
    newReference: () => paymentReference(deps.randomBytes(14)),
    log: deps.logger,
    gateways: deps.gateways,
    checkoutOrigins: deps.checkoutOrigins,
    returnUrl: `${deps.publicUrl.origin}/payment/return`,
    gatewayTimeoutMs: deps.config.gatewayTimeoutMs,
    addsVat: !deps.config.pricesIncludeVat,
    findPlanFor: findPlanForSale,
    ensureSubscription,
    extendSubscription: async (tx, order) => {
      const period = await extendSubscription(tx, order);
      if (period) await deps.publish(tx, subscriptionExtended, order);
      return period;
    },
    findUpgrade,
    upgradePlan: async (tx, order) => {
      const period = await upgradePlan(tx, order);
      if (period) await deps.publish(tx, subscriptionUpgraded, order);
      return period;
    },
    findBundleForSale: (tx, order) => findBundleForSale({ lockActiveSubscription }, tx, order),
    addBundle: (tx, order) => addBundle({ lockActiveSubscription, publish: deps.publish }, tx, order),
    hasFirstMonthDiscount,
    autoPay: deps.autoPay,
    completeReferral: (tx, order) => completeReferral({ countRewarded }, tx, order),
    settleInvoice: (tx, order) => settleInvoice(seller, tx, order),
    issueReceipt,
    queueEmail: deps.queueEmail,
    notify: deps.notify ?? writeNotice,
    publishLiveUpdate: deps.publishLiveUpdate,
    metrics: deps.metrics,
  };
}
