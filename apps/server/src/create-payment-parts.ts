import type { Clock } from '@portal/kernel/clock';
import { paymentReference } from '@portal/kernel/payment-reference';
import type { FastifyBaseLogger } from 'fastify';
import { addBundle, findBundleForSale } from './billing/data-bundles/buy-bundle.ts';
import { issueReceipt } from './billing/invoices/receipts/issue-receipt.ts';
import { createSeller } from './billing/invoices/seller.ts';
import { settleInvoice } from './billing/invoices/settle-invoice.ts';
import { countRewarded } from './billing/ledger/ledger.repository.ts';
import type { Gateway } from './billing/payments/gateways/gateway.port.ts';
import type { PaymentParts } from './billing/payments/payment-dependencies.ts';
import { findPlanForSale } from './billing/pricing/find-plan-for-sale.ts';
import { completeReferral } from './billing/referrals/complete-referral.ts';
import { hasFirstMonthDiscount } from './billing/referrals/has-first-month-discount.ts';
import { ensureSubscription } from './billing/subscriptions/ensure-subscription.ts';
import { extendSubscription } from './billing/subscriptions/extend-subscription.ts';
import { lockRunningLine } from './billing/subscriptions/find-active-subscription.ts';
import { findUpgrade, upgradePlan } from './billing/subscriptions/upgrades/upgrade-plan.ts';
import { writeNotice } from './messaging/notices/write-notice.ts';
import { type SettleParts, settleLineOf } from './network/access/sync-access.ts';
import { reconsiderAlerts } from './network/usage/bought-data.ts';
import { noteAllowance } from './network/usage/record-allowance.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/connection.ts';

const settle: SettleParts = { noteAllowance };

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
    findPlanFor: findPlanForSale,
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
