import type { Changeable } from '@portal/contract/platform/live-updates';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/mail';
import type { Kobo } from '@portal/kernel/money';
import type { Notice } from '@portal/kernel/notice';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import type { Gateway } from './gateways/gateway.port.ts';
import type { PaymentRow } from './payment.repository.ts';
import type { PaymentMetrics } from './payment-metrics.ts';

/** What payments need to know of a plan. */
export type PlanForSale = { readonly id: string; readonly name: string; readonly priceKobo: Kobo };

/** Paid time that a payment has bought. `isBack`: the line was suspended until then. `isOtherPlan`: a plan that was chosen before has begun with it. */
export type Period = {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isBack: boolean;
  readonly isOtherPlan?: boolean;
};

/** What a receipt shows besides its number and sum, fixed at the moment of payment. */
type ReceiptContent = {
  customerName: string;
  customerEmail: string;
  planName: string;
  /** ISO 8601; null when the money became credit. */
  periodStart: string | null;
  periodEnd: string | null;
  lines: { label: string; amountKobo: number }[];
};

export type ReceiptOrder = {
  readonly paymentId: string;
  readonly userId: number;
  readonly totalKobo: Kobo;
  /** What of it pays for something; the rest is account credit, which bears no VAT until it buys something. */
  readonly suppliedKobo: Kobo;
  readonly snapshot: ReceiptContent;
  readonly now: Date;
};

/** What auto-pay does when a payment of it is decided, in the same transaction. */
export type AutoPayHooks = {
  /** The same for the same text and nobody's without the installation's secret: what cards are known again by. */
  readonly hashCard: (text: string) => string;
  /** Keeps the card of a payment whose payer wants it charged from now on; `token` is null where it was none that can be. */
  readonly saveCard: (
    tx: Transaction,
    order: {
      readonly payment: PaymentRow;
      readonly card: PaymentRow['card'];
      readonly token: string | null;
      readonly words: string;
      readonly now: Date;
    },
  ) => Promise<void>;
  /** A charge of a saved card has failed, for the reason that the bank gives. */
  readonly recordFailedCharge: (
    tx: Transaction,
    order: { readonly payment: PaymentRow; readonly reason: string | null; readonly now: Date },
  ) => Promise<void>;
  /** The payer's bank took a payment back: its card is not charged any more. */
  readonly stopChargingCard: (
    tx: Transaction,
    order: { readonly payment: PaymentRow; readonly now: Date },
  ) => Promise<void>;
};

/** Everything that payments are made of. What other features do for a payment takes its transaction, so that all of it happens or none. */
export type PaymentDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  /** A fresh reference, never given before (70 random bits). */
  readonly newReference: () => string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly gateways: readonly Gateway[];
  /** Origins of payment pages that a customer may be sent to. */
  readonly checkoutOrigins: readonly string[];
  /** Where a gateway sends the payer's browser afterwards. */
  readonly returnUrl: string;
  readonly gatewayTimeoutMs: number;
  /** Whether VAT comes on top of the catalogue's prices. */
  readonly addsVat: boolean;
  /** A plan on offer, or the customer's own although it is retired. */
  readonly findPlanFor: (
    queryable: Queryable,
    order: { readonly planId: string; readonly userId: number },
  ) => Promise<PlanForSale | null>;
  /** The customer's line, opened as pending when there is none, and the number of the period that a payment would buy next. */
  readonly ensureSubscription: (
    tx: Transaction,
    order: { readonly userId: number; readonly plan: PlanForSale; readonly now: Date },
  ) => Promise<{ readonly subscriptionId: string; readonly nextPeriodNumber: number }>;
  /** Adds the period; null when it has been paid already or the line is cancelled. */
  readonly extendSubscription: (
    tx: Transaction,
    order: {
      readonly subscriptionId: string;
      readonly periodNumber: number;
      readonly planId: string;
      readonly monthlyFeeKobo: Kobo;
      readonly paymentId: string;
      readonly now: Date;
    },
  ) => Promise<Period | null>;
  /** What is left of the month under way, for a dearer plan; refuses where there is nothing to upgrade. Holds the line. */
  readonly findUpgrade: (
    tx: Transaction,
    order: { readonly userId: number; readonly planId: string; readonly now: Date },
  ) => Promise<{
    readonly subscriptionId: string;
    readonly periodNumber: number;
    readonly fromPlanId: string;
    readonly fromPlanName: string;
    readonly feeKobo: Kobo;
    readonly remainingDays: number;
    readonly totalDays: number;
  }>;
  /** Changes the plan of the month under way; null when the line is not there any more. */
  readonly upgradePlan: (
    tx: Transaction,
    order: Parameters<PaymentDependencies['extendSubscription']>[1] & { readonly fromPlanId: string },
  ) => Promise<Period | null>;
  /** A data bundle on offer with the line that it is for, which is held; refuses where there is nothing to add to. `plan` is the line's own. */
  readonly findBundleForSale: (
    tx: Transaction,
    order: { readonly userId: number; readonly bundleId: string; readonly now: Date },
  ) => Promise<{
    readonly subscriptionId: string;
    readonly periodNumber: number;
    readonly plan: PlanForSale;
    readonly bundle: {
      readonly id: string;
      readonly name: string;
      readonly gigabytes: number;
      readonly priceKobo: Kobo;
    };
  }>;
  /** Adds the bundle to the month of `now`; null when the line cannot use it any more. */
  readonly addBundle: (
    tx: Transaction,
    order: {
      readonly userId: number;
      readonly subscriptionId: string;
      readonly bundleId: string;
      readonly paymentId: string;
      readonly now: Date;
    },
  ) => Promise<Period | null>;
  readonly hasFirstMonthDiscount: (queryable: Queryable, userId: number) => Promise<boolean>;
  /** Completes the referral that brought this customer, once; null when there is none left to complete. */
  readonly completeReferral: (
    tx: Transaction,
    order: { readonly refereeId: number; readonly now: Date },
  ) => Promise<{
    readonly referralId: string;
    readonly referrerId: number;
    readonly rewardKobo: Kobo;
    readonly reached: readonly { readonly name: string; readonly bonusKobo: Kobo }[];
  } | null>;
  /** Makes the invoice of what was bought paid, and issues it where there is none that says the same. Takes the lock of the invoices' numbers. */
  readonly settleInvoice: (
    tx: Transaction,
    order: {
      readonly supply: {
        readonly userId: number;
        readonly subscriptionId: string;
        readonly periodNumber: number;
        readonly kind: 'period' | 'upgrade' | 'bundle';
        readonly planId: string;
        readonly startsAt: Date;
        readonly endsAt: Date;
        readonly lines: readonly { readonly label: string; readonly amountKobo: number }[];
        readonly totalKobo: Kobo;
        readonly dueAt: Date;
      };
      readonly paymentId: string;
      readonly now: Date;
    },
  ) => Promise<string>;
  readonly autoPay: AutoPayHooks;
  /** Numbers and stores the receipt; the last lock that a settlement takes. */
  readonly issueReceipt: (tx: Transaction, order: ReceiptOrder) => Promise<string>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  /** Shows what happened at a customer's bell, once by its key. */
  readonly notify: (tx: Transaction, notice: Notice & { readonly key: string }) => Promise<unknown>;
  /** Has the open pages of somebody ask again. Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: number, what: Changeable) => void;
  readonly metrics?: PaymentMetrics | undefined;
};
