import type { Clock } from '@portal/kernel/clock';
import type { Kobo } from '@portal/kernel/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Messaging } from '../messaging/index.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/database/connection.ts';
import type { Publish } from '../platform/events/domain-events.ts';
import type { PublishLiveUpdate } from '../platform/events/live-updates.ts';
import type { VatRules } from '../platform/settings/vat-rules.ts';
import type { FindUsedOf } from './data-bundles/bundle-usage.port.ts';
import type { Intake } from './incoming-transfers/intake.port.ts';
import type { EInvoicing } from './invoices/e-invoices/access-points/create-e-invoicing.ts';
import type { InvoiceParty } from './invoices/supply.ts';
import type { PaymentTimeRules } from './payment-promises/payment-promise.policy.ts';
import type { Gateway } from './payments/gateways/gateway.port.ts';
import type { PaymentMetrics } from './payments/payment-metrics.ts';
import type { Products } from './payments/product.port.ts';
import type { RenewalRules } from './renewals/renewal.policy.ts';

/**
 * Billing's dependencies: concrete ones, the operator's settings, and other contexts.
 */
export type BillingDependencies = VatRules & {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** A fresh reference, never used before (70 random bits). */
  readonly newReference: () => string;
  /** A fresh token of a payment link: 256 random bits. */
  readonly newLinkToken: () => string;
  /** The address of the page of a payment link. No server gets what follows its #. */
  readonly payUrl: (token: string) => string;
  /** The address of the page of a line that changes its owner, likewise. */
  readonly lineOfferUrl: (token: string) => string;
  readonly gateways: readonly Gateway[];
  /** How documents are registered with the tax authority; null, or absent, where they are not. */
  readonly eInvoicing?: EInvoicing | null | undefined;
  /** Who opens account numbers for customers; absent, or empty, where nobody does. */
  readonly intakes?: readonly Intake[] | undefined;
  /** A fresh reference of a request for account numbers. */
  readonly newAccountReference: () => string;
  readonly gatewayTimeoutMs: number;
  /** Origins of payment pages that a customer may be redirected to. */
  readonly checkoutOrigins: readonly string[];
  /** The return address of the payer's browser. */
  readonly returnUrl: string;
  /** Where a customer's browser comes back to after approving a mandate, or not. */
  readonly mandateReturnUrl: (mandateId: string) => string;
  /** The products. */
  readonly products: Products;
  /** The seller on documents that are issued now. */
  readonly seller: () => InvoiceParty;
  /** As staff have published them: they may change while the portal runs. */
  readonly rules: RenewalRules;
  /** How long bills may wait for a promise, and what staff may give, as published. */
  readonly paymentTime: () => PaymentTimeRules;
  /** Refunds and credits above it need a second member of staff. */
  readonly approvalAboveKobo: () => Kobo;
  /** Encrypts the tokens that charge saved cards. */
  readonly cardEncryption: Encryption;
  /**
   * The fingerprint of a card: the same for the same text, and unpredictable without the
   * installation's hash key.
   */
  readonly hashCard: (text: string) => string;
  /** The fingerprint of a voucher's code, likewise. */
  readonly hashVoucherCode: (code: string) => string;
  readonly randomBytes: (size: number) => Buffer;
  /** Notifies customers, once for each key, in the given transaction. */
  readonly notify: Messaging['notify'];
  readonly queueEmail: Messaging['queueEmail'];
  readonly queueSms: (...sms: Parameters<Messaging['queueSms']>) => Promise<unknown>;
  /** Has a customer's open pages refetch. Called after the commit; must not throw. */
  readonly publishLiveUpdate: PublishLiveUpdate;
  readonly publish: Publish;
  readonly findUsedOf: FindUsedOf;
  /** Counts the outcomes of payments; left out by tests that do not need it. */
  readonly metrics?: PaymentMetrics | undefined;
};
