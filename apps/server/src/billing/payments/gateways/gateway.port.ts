import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayId } from '@portal/contract/billing/payments/payments';
import type { Kobo } from '@portal/kernel/money';
import type { DirectDebit, MandateHint } from './direct-debit.port.ts';

/** A payment to be opened at a gateway. `reference` is ours, fresh, and never sent twice. */
export type PaymentOrder = {
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** Where the gateway sends its own receipt. */
  readonly email: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly description: string;
  /** The return address of the payer's browser. A visit there proves nothing. */
  readonly returnUrl: string;
};

/**
 * `opened`: the payer may go to `url`. `refused`: the gateway refused, so the reference cannot be
 * paid. `unknown`: no usable answer; the gateway may have opened it, so only `confirm` may be
 * called for it from now on.
 */
export type Opening =
  | { readonly kind: 'opened'; readonly url: string; readonly gatewayReference: string | null }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The facts of a payment that the gateway reports as paid, to be compared with our row before
 * anything follows from them.
 */
export type PaidFacts = {
  /** Our reference, as the gateway repeats it; null when it does not. */
  readonly reference: string | null;
  /** The sum that the gateway was asked to collect. */
  readonly amountKobo: Kobo;
  /** The sum charged to the payer: more when the payer bears the gateway's fee. */
  readonly chargedKobo: Kobo;
  readonly currency: string;
  /** False for test money where live money is expected, or the reverse. */
  readonly modeMatches: boolean;
  readonly channel: string | null;
  readonly gatewayReference: string | null;
  /** Null for another payment method. */
  readonly card: PaidCard | null;
  /** Who paid, as we told the gateway; null where it does not repeat that. */
  readonly payer?: Payer | null;
};

/** `customerId` is ours; null for the charge of a saved card, which is sent without it. */
export type Payer = { readonly email: string; readonly customerId: number | null };

/**
 * The card of a payment. `token` charges it again without its owner: a secret, never logged or
 * stored unencrypted.
 */
export type PaidCard = {
  /** Null where the gateway cannot charge it again. */
  readonly token: string | null;
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** Month as "2028-08". */
  readonly expiry: string | null;
  /** Equal for the same card, whoever pays with it; null where the gateway has no such id. */
  readonly signature: string | null;
  /**
   * Its first and last digits and expiry: equal for the same card at every gateway; null where one
   * of them is missing.
   */
  readonly fingerprint: string | null;
};

/**
 * A saved card to be charged without its owner. `reference` is ours, fresh, and never sent twice.
 */
export type CardCharge = {
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly token: string;
  /** The address of the payment with which the card was saved: gateways require it. */
  readonly email: string;
  readonly description: string;
};

/**
 * The outcome of a charge. `attempted`: the gateway has acted, and `confirm` has the result.
 * `confirmation`: the bank requires its customer's approval at `url`. `refused`: a definite no,
 * nothing exists under this reference. `unauthorized`: it rejects our own key, which says nothing
 * about the card; nothing exists under this reference either. `not-sent`: it never received it.
 * `unknown`: no usable answer; only `confirm` may be called from now on.
 */
export type ChargeAnswer =
  | { readonly kind: 'attempted' }
  | { readonly kind: 'confirmation'; readonly url: string; readonly gatewayReference: string | null }
  | { readonly kind: 'refused' | 'unauthorized' | 'not-sent' | 'unknown'; readonly reason: string };

/** Charges saved cards, and bank mandates where the gateway has them. */
export type SavedCards = {
  readonly charge: (order: CardCharge) => Promise<ChargeAnswer>;
  /** Has the vendor deactivate the card, where it supports that; false when it did not. */
  readonly forget: (token: string) => Promise<boolean>;
};

/**
 * The present state at the gateway. `abandoned`: the payer has not finished, and may still. `held`:
 * neither paid in full nor failed (part payment, reversal): for staff. `unclear`: an unknown
 * status, or one that contradicts our request: for staff, unless it changes. `unknown`: no usable
 * answer, which says nothing about the money; `isOurs` where our own settings are to blame.
 */
export type Finding =
  | { readonly kind: 'paid'; readonly rawStatus: string; readonly facts: PaidFacts }
  /**
   * `isUnderWay`: the vendor is processing an attempt of the payer, such as a bank transfer;
   * otherwise nothing more is known.
   */
  | { readonly kind: 'pending'; readonly rawStatus: string; readonly isUnderWay: boolean }
  | { readonly kind: 'abandoned' | 'held' | 'unclear'; readonly rawStatus: string }
  /** `reason` in the vendor's or the bank's words, where there is one. */
  | { readonly kind: 'failed'; readonly rawStatus: string; readonly reason?: string | null }
  | { readonly kind: 'unknown'; readonly reason: string; readonly isOurs?: boolean };

/** The `rawStatus` of a reference that the vendor does not know. */
export const NOT_FOUND = 'not found';

/** A webhook's content, used only to find the payment to confirm: never as proof. */
export type WebhookContent = {
  readonly eventName: string;
  /** Equal for two deliveries of the same event, different for two events. */
  readonly eventKey: string;
  /** Our reference, or null when the webhook is about no payment of ours. */
  readonly reference: string | null;
  /** Set where it is about a bank mandate, and then about no payment. */
  readonly mandate?: MandateHint;
};

/** A payment that a vendor lists as paid; the sum is the one that it was asked to collect. */
export type ListedSuccess = { readonly reference: string; readonly amountKobo: Kobo };

export type SuccessList =
  | { readonly kind: 'listed'; readonly successes: readonly ListedSuccess[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * A refund at the vendor, whoever requested it there. `transaction`: the vendor's id of the
 * payment, which our `gatewayReference` has once it is paid. `hasFailed`: it was not sent.
 */
export type ListedRefund = {
  readonly refundId: string;
  readonly transaction: string;
  readonly amountKobo: Kobo;
  readonly hasFailed: boolean;
};

export type RefundList =
  | { readonly kind: 'listed'; readonly refunds: readonly ListedRefund[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * A refund to request: always the whole sum of `paymentReference`, so that a vendor that gets it
 * twice has nothing left to send.
 */
export type RefundOrder = {
  /** Ours, fresh for each refund. */
  readonly reference: string;
  readonly paymentReference: string;
  readonly gatewayReference: string | null;
  readonly amountKobo: Kobo;
  /** The bodies of the vendor's webhooks about this payment, as they arrived. */
  readonly webhooks: readonly unknown[];
};

/**
 * The outcome of a refund. `done`: the vendor has sent it, or has committed to it. `pending`: it is
 * being processed. `failed`: it cannot be sent. `refused`: the request was clearly refused.
 * `absent`: the vendor does not know it. `unknown`: no usable answer, which says nothing about the
 * money.
 */
export type RefundState =
  | { readonly kind: 'done' | 'pending' | 'failed'; readonly rawStatus: string; readonly refundId: string | null }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string }
  | { readonly kind: 'absent' };

/**
 * A dispute as a webhook describes it, which proves nothing. `dueAt`: until when evidence is
 * accepted. `lostKobo`: what the payer's bank gets, zero until it is decided or when it is won.
 */
export type DisputeContent = { readonly isResolved: boolean; readonly dueAt: Date | null; readonly lostKobo: Kobo };

/**
 * A settlement as the vendor lists it. `flagged`: held back there, or in a state that we do not know.
 * What it took off beside its fees it names, or says only the sum of.
 */
export type ListedSettlement = {
  /** The vendor's. */
  readonly settlementId: string;
  readonly status: 'pending' | 'paid' | 'failed' | 'flagged';
  readonly grossKobo: Kobo;
  readonly feesKobo: Kobo;
  readonly stampDutyKobo: Kobo;
  readonly deductions:
    | { readonly kind: 'named'; readonly refundsKobo: Kobo; readonly chargebacksKobo: Kobo }
    | { readonly kind: 'sum'; readonly sumKobo: Kobo };
  /** What reaches the bank. */
  readonly netKobo: Kobo;
  /** A day in Lagos. */
  readonly settledOn: string;
  /** Expected in the text of the bank's line. */
  readonly bankReference: string | null;
  readonly paidToAccount: string | null;
  readonly paidToBank: string | null;
  /** False where it stays in a balance at the vendor. */
  readonly reachesBank: boolean;
  /** The vendor's words about what holds it back. */
  readonly message: string | null;
};

export type SettlementList =
  | { readonly kind: 'listed'; readonly settlements: readonly ListedSettlement[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * A payment in a settlement, under our reference where the vendor repeats it, or a refund or chargeback
 * that was taken off it: of the payment that the vendor knows as `transaction`.
 */
export type SettlementItem = {
  readonly kind: 'payment' | 'refund' | 'chargeback';
  readonly reference: string | null;
  readonly transaction: string | null;
  /** The vendor's, unique in the settlement. */
  readonly vendorReference: string;
  readonly amountKobo: Kobo;
  readonly feeKobo: Kobo;
};

export type SettlementItems =
  | { readonly kind: 'listed'; readonly items: readonly SettlementItem[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** What a vendor pays out, and of what. Both read to the last page, and are safe to repeat. */
export type Settlements = {
  /** Those of the days since `from`, also such as will still change. */
  readonly list: (from: Date) => Promise<SettlementList>;
  readonly listItems: (settlement: ListedSettlement) => Promise<SettlementItems>;
};

/**
 * One vendor's protocol. Amounts are kobo on this side and the vendor's unit on the other; no
 * answer of a vendor makes it throw.
 */
export type Gateway = {
  readonly id: GatewayId;
  readonly name: string;
  readonly currency: 'NGN';
  /** What it takes at once; absent where the operator has named no limit. */
  readonly largestKobo?: Kobo | undefined;
  /** The vendor's own names for link and reference in the answer of our initialise call. */
  readonly answerNames: {
    readonly url: 'authorization_url' | 'link' | 'payment_url';
    readonly reference: 'reference' | 'tx_ref' | 'transaction_id';
  };
  readonly initialize: (order: PaymentOrder) => Promise<Opening>;
  /** Null for a vendor that cannot charge saved cards. */
  readonly savedCards: SavedCards | null;
  /** Absent or null for a vendor without bank mandates, or where the operator has none there. */
  readonly directDebit?: DirectDebit | null;
  /** Safe to repeat. */
  readonly confirm: (payment: {
    readonly reference: string;
    readonly amountKobo: Kobo;
    readonly gatewayReference: string | null;
  }) => Promise<Finding>;
  /** Whether these exact bytes come from the vendor; compared in constant time. */
  readonly authenticate: (headers: IncomingHttpHeaders, rawBody: Buffer) => boolean;
  /** Null when the body is no webhook of a known form. */
  readonly readWebhook: (body: unknown) => WebhookContent | null;
  /**
   * The dispute in a webhook, null when it is about none. Absent for a vendor that reports disputes
   * by letter alone.
   */
  readonly readDispute?: (body: unknown) => DisputeContent | null;
  /** Refunds all of a payment. */
  readonly refund: (order: RefundOrder) => Promise<RefundState>;
  /** The present state of a refund that was requested before. Safe to repeat. */
  readonly findRefund: (
    order: RefundOrder & { readonly refundId: string | null; readonly askedAt: Date },
  ) => Promise<RefundState>;
  /**
   * The payments opened since `since` that the vendor reports as paid; null where the vendor has no
   * list.
   */
  readonly listSuccesses: ((since: Date) => Promise<SuccessList>) | null;
  /** Null for a vendor without a call for them: staff import its report. */
  readonly settlements: Settlements | null;
  /**
   * The refunds made since `since`, of one transaction or of all. Absent where the vendor has no
   * list.
   */
  readonly listRefunds?: (wanted: { readonly since: Date; readonly transaction: string | null }) => Promise<RefundList>;
};
