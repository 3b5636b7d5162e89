import type { Mail } from '@portal/kernel/messaging/mail';
import type { MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import type { FindUsedOf } from '../data-bundles/bundle-usage.port.ts';
import type { PlanForSale } from '../pricing/find-plan-for-sale.ts';
import type { Quote } from '../pricing/quote.policy.ts';
import type { ProductKind } from './payment.policy.ts';
import type { PaymentRow } from './payment.repository.ts';

/** The products beside a data bundle: the next month, or an upgrade until it. */
export type Purpose = 'period' | 'upgrade';

/**
 * The product of a request. With `bundleId` it is a data bundle, and the plan is ignored.
 */
export type Wish = {
  readonly planId: string;
  readonly purpose: Purpose;
  readonly bundleId?: string | null;
  /**
   * With it, it is a one-off charge, or the open invoices of a company up to the one of this number.
   */
  readonly chargeId?: string | null;
};

/** A quote with the plan it is for; without an id where its account has none. */
export type PlanQuote = Quote & {
  readonly plan: Omit<PlanForSale, 'id'> & { readonly id: string | null };
};

/** A quote with its product, as the payment row stores it. */
export type Priced = {
  readonly quote: PlanQuote;
  /** Null where its account has no plan. */
  readonly subscriptionId: string | null;
  readonly periodNumber: number;
  /** The plan that an upgrade replaces; null for anything else. */
  readonly upgradeFromPlanId: string | null;
  readonly bundleId: string | null;
  readonly chargeId: string | null;
  /** The newest of the invoices of a company that it is for. */
  readonly invoiceId?: string | null;
  /** The description of a payment for it. */
  readonly description: string;
};

/**
 * The time that a payment has bought. `isBack`: the subscription was suspended until then.
 * `isOtherPlan`: a plan that was chosen before has begun with it.
 */
export type Period = {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isBack: boolean;
  readonly isOtherPlan?: boolean;
  /** The sums of the payment where less was owed by then than it was opened for. */
  readonly settled?: Pick<PaymentRow, 'amount' | 'creditUsed' | 'received' | 'quote'>;
};

/** The time, or the data for a time, that a payment has bought, with what depends on it by now. */
export type BoughtPeriod = {
  readonly kind: 'month' | 'bundle' | 'charge' | 'invoice';
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Why it cannot be refunded; null where it can. */
  readonly blockedBy: 'refund.later-month-paid' | 'refund.bundle-used' | null;
};

type Reversal = { readonly paymentId: string; readonly now: Date };

/** A payment with the number of its receipt, and the address that it is mailed to. */
export type Receipted = { readonly recipient: string; readonly receiptNumber: string; readonly payment: PaymentRow };

/** How mails and notices speak of it. */
export type ProductTexts = {
  /** Its name, by the quote of the payment. */
  readonly nameIn: (quote: PaymentRow['quote']) => string;
  /** Why the money became account credit instead. */
  readonly unfulfilled: MessageDescriptor;
  /** That it ended with the refund of its payment. */
  readonly reversed: MessageDescriptor;
};

/** Something that can be paid for. Every method works in the given transaction, all or nothing. */
export type Product = {
  /** Prices it, with the subscription locked. Throws an ApiError where nothing can be bought. */
  readonly quote: (
    deps: Pick<VatRules, 'addedVat'>,
    tx: Transaction,
    order: Wish & {
      readonly userId: number;
      readonly lineId: number;
      readonly autoPay?: boolean;
      readonly now: Date;
    },
  ) => Promise<Priced>;
  /**
   * Gives the customer what was paid for; null, without effect, where that is impossible by now.
   */
  readonly fulfil: (
    deps: { readonly publish: Publish },
    tx: Transaction,
    payment: PaymentRow,
    now: Date,
  ) => Promise<Period | null>;
  /** Ends what the payment has bought; false where nothing was left of it. Safe to repeat. */
  readonly reverse: (deps: { readonly publish: Publish }, tx: Transaction, order: Reversal) => Promise<boolean>;
  /** The time that the payment has bought; null where it has bought none. */
  readonly findBought: (
    deps: { readonly findUsedOf: FindUsedOf },
    queryable: Queryable,
    paymentId: string,
  ) => Promise<BoughtPeriod | null>;
  /**
   * Whether what the payment has bought stays after its reversal: a later purchase depends on it.
   */
  readonly staysAfterReversal: (tx: Transaction, order: Reversal) => Promise<boolean>;
  readonly texts: ProductTexts;
  readonly receiptMail: (receipted: Receipted & { readonly period: Period }) => Mail;
  /** The event in the history of a payment when it is fulfilled. */
  readonly fulfilledEvent: string;
  /** Whether staff can have it refunded. */
  readonly isRefundable: boolean;
  /**
   * Whether it moves the end of the paid time, so that a page with the new end has seen the
   * payment.
   */
  readonly extendsPaidTime: boolean;
};

export type Products = Readonly<Record<ProductKind, Product>>;
