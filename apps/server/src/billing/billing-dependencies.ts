import type { Clock } from '@portal/kernel/clock';
import type { Kobo } from '@portal/kernel/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Messaging } from '../messaging/index.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/database/connection.ts';
import type { Publish } from '../platform/events/domain-events.ts';
import type { PublishLiveUpdate } from '../platform/events/live-updates.ts';
import type { FindUsedOf } from './data-bundles/bundle-usage.port.ts';
import type { InvoiceParty } from './invoices/supply.ts';
import type { Gateway } from './payments/gateways/gateway.port.ts';
import type { PaymentMetrics } from './payments/payment-metrics.ts';
import type { Products } from './payments/product.port.ts';
import type { RenewalRules } from './renewals/renewal.policy.ts';

/**
 * What billing is handed: what is concrete, the operator's settings, and what other contexts do.
 */
export type BillingDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** A fresh reference, never given before (70 random bits). */
  readonly newReference: () => string;
  readonly gateways: readonly Gateway[];
  readonly gatewayTimeoutMs: number;
  /** Origins of payment pages that a customer may be sent to. */
  readonly checkoutOrigins: readonly string[];
  /** Where a gateway sends the payer's browser afterwards. */
  readonly returnUrl: string;
  /** What can be paid for. */
  readonly products: Products;
  /** Whether VAT comes on top of the catalogue's prices. */
  readonly addsVat: boolean;
  /** Who sells, as invoices name them. */
  readonly seller: InvoiceParty;
  readonly rules: RenewalRules;
  /** Refunds and credits above it take a second member of staff. */
  readonly approvalAboveKobo: Kobo;
  /** Encrypts what charges saved cards. */
  readonly cardEncryption: Encryption;
  /**
   * Under which a card is recognised again: the same for the same text, and nobody's without the
   * secret of the installation.
   */
  readonly hashCard: (text: string) => string;
  /** Tells customers something, each thing once by its key, in the given transaction. */
  readonly notify: Messaging['notify'];
  readonly queueEmail: Messaging['queueEmail'];
  /** Has the open pages of somebody ask again. Called after the commit; must not throw. */
  readonly publishLiveUpdate: PublishLiveUpdate;
  readonly publish: Publish;
  readonly findUsedOf: FindUsedOf;
  /** Counts how payments end; left out by tests that do not look. */
  readonly metrics?: PaymentMetrics | undefined;
};
