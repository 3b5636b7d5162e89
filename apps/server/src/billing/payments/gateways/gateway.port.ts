import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayId } from '@portal/contract/billing/payments';
import type { Kobo } from '@portal/kernel/money';

/** What a gateway is asked to collect. `reference` is ours, fresh, and never sent twice. */
export type PaymentOrder = {
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** Where the gateway sends its own receipt. */
  readonly email: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly description: string;
  /** Where the payer's browser goes afterwards. A visit there proves nothing. */
  readonly returnUrl: string;
};

/**
 * `opened`: the payer may go to `url`. `refused`: the gateway said no, nobody can pay under this reference.
 * `unknown`: no usable answer; the gateway may have opened it, so only `confirm` may be asked about it from now on.
 */
export type Opening =
  | { readonly kind: 'opened'; readonly url: string; readonly gatewayReference: string | null }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The facts of a payment that the gateway calls paid, to be compared with our row before anything follows from them. */
export type PaidFacts = {
  /** Our reference, as the gateway repeats it; null when it does not. */
  readonly reference: string | null;
  /** The sum that the gateway was asked to collect. */
  readonly amountKobo: Kobo;
  /** What the payer was charged: more when the payer bears the gateway's fee. */
  readonly chargedKobo: Kobo;
  readonly currency: string;
  /** False when test money turns up where live money is expected, or the reverse. */
  readonly modeMatches: boolean;
  readonly channel: string | null;
  readonly gatewayReference: string | null;
  /** Null where it was no card. */
  readonly card: PaidCard | null;
};

/** The card of a payment. `token` charges it again without its owner: a secret, never logged or stored as it is. */
export type PaidCard = {
  /** Null where the gateway does not charge it again. */
  readonly token: string | null;
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** Month as "2028-08". */
  readonly expiry: string | null;
  /** Equal for the same card, whoever pays with it; null where the gateway tells nothing of the kind. */
  readonly signature: string | null;
  /** Its first and last digits and expiry: equal for the same card at every gateway; null where one of them is not told. */
  readonly fingerprint: string | null;
};

/** A saved card to be charged without its owner. `reference` is ours, fresh, and never sent twice. */
export type CardCharge = {
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly token: string;
  /** The address that paid when the card was saved: gateways insist on it. */
  readonly email: string;
  readonly description: string;
};

/**
 * What became of a charge. `attempted`: the gateway has acted, and `confirm` says how. `confirmation`: the bank wants its customer to say yes at `url`. `refused`:
 * a clear no, nothing exists under this reference. `unauthorized`: it does not take our own key, which says nothing of the card; nothing exists under this reference either.
 * `not-sent`: it never heard of it. `unknown`: no usable answer; only `confirm` may be asked from now on.
 */
export type ChargeAnswer =
  | { readonly kind: 'attempted' }
  | { readonly kind: 'confirmation'; readonly url: string; readonly gatewayReference: string | null }
  | { readonly kind: 'refused' | 'unauthorized' | 'not-sent' | 'unknown'; readonly reason: string };

/** Charging cards again that were paid with before. */
export type SavedCards = {
  readonly charge: (order: CardCharge) => Promise<ChargeAnswer>;
  /** Has the vendor forget the card, where it offers that; false when it did not. */
  readonly forget: (token: string) => Promise<boolean>;
};

/**
 * What the gateway says now. `abandoned`: the payer has not finished, and may still. `held`: neither paid in full nor failed (part payment,
 * reversal): for people to look at. `unclear`: an answer that says something we do not understand, or that contradicts what we asked: for people, unless it
 * clears up. `unknown`: no usable answer, which says nothing about the money; `isOurs` where our own settings are to blame.
 */
export type Finding =
  | { readonly kind: 'paid'; readonly rawStatus: string; readonly facts: PaidFacts }
  /** `isUnderWay`: the vendor has a try of the payer's in its hands, such as a bank transfer; otherwise nobody knows more. */
  | { readonly kind: 'pending'; readonly rawStatus: string; readonly isUnderWay: boolean }
  | { readonly kind: 'abandoned' | 'held' | 'unclear'; readonly rawStatus: string }
  /** `reason` in the vendor's or the bank's words, where they give any. */
  | { readonly kind: 'failed'; readonly rawStatus: string; readonly reason?: string | null }
  | { readonly kind: 'unknown'; readonly reason: string; readonly isOurs?: boolean };

/** The `rawStatus` of a reference that the vendor has never heard of. */
export const NOT_FOUND = 'not found';

/** A webhook's content, used only to know whom to ask about: never as proof. */
export type WebhookContent = {
  readonly eventName: string;
  /** Equal for two deliveries of the same event, different for two events. */
  readonly eventKey: string;
  /** Our reference, or null when the webhook is about no payment of ours. */
  readonly reference: string | null;
};

/** A payment that a vendor lists as paid; the sum is the one that it was asked to collect. */
export type ListedSuccess = { readonly reference: string; readonly amountKobo: Kobo };

export type SuccessList =
  | { readonly kind: 'listed'; readonly successes: readonly ListedSuccess[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Money that a vendor refunds or has refunded, whoever asked for it there. `transaction`: the vendor's number of the payment, which our `gatewayReference` holds once it is paid.
 * `hasFailed`: it did not go.
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

/** Money to send back: always all of what came in under `paymentReference`, so that a vendor that hears it twice has nothing left to send. */
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
 * What became of a refund. `done`: the vendor has sent it, or has bound itself to. `pending`: it is being processed. `failed`: it will not go. `refused`: a
 * clear no to the asking. `absent`: the vendor has never heard of it. `unknown`: no usable answer, which says nothing about the money.
 */
export type RefundState =
  | { readonly kind: 'done' | 'pending' | 'failed'; readonly rawStatus: string; readonly refundId: string | null }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string }
  | { readonly kind: 'absent' };

/** A dispute in a webhook's words, which prove nothing. `dueAt`: until when evidence is taken. `lostKobo`: what the payer's bank gets, zero until it is decided or where it gets nothing. */
export type DisputeContent = { readonly isResolved: boolean; readonly dueAt: Date | null; readonly lostKobo: Kobo };

/** One vendor's protocol. Amounts are kobo on this side and the vendor's unit on the other; nothing here throws for what a vendor answers. */
export type Gateway = {
  readonly id: GatewayId;
  readonly name: string;
  readonly currency: 'NGN';
  /** The vendor's own words for link and reference in the answer of our initialise call. */
  readonly answerNames: {
    readonly url: 'authorization_url' | 'link' | 'payment_url';
    readonly reference: 'reference' | 'tx_ref' | 'transaction_id';
  };
  readonly initialize: (order: PaymentOrder) => Promise<Opening>;
  /** Null for a vendor that charges nobody twice. */
  readonly savedCards: SavedCards | null;
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
  /** What a webhook says of a dispute, null when it is about none. Absent for a vendor that tells of disputes by letter alone. */
  readonly readDispute?: (body: unknown) => DisputeContent | null;
  /** Sends all of a payment back. */
  readonly refund: (order: RefundOrder) => Promise<RefundState>;
  /** How a refund stands that was asked for before. Safe to repeat. */
  readonly findRefund: (
    order: RefundOrder & { readonly refundId: string | null; readonly askedAt: Date },
  ) => Promise<RefundState>;
  /** The payments opened since `since` that the vendor calls paid; null where the vendor keeps no list. */
  readonly listSuccesses: ((since: Date) => Promise<SuccessList>) | null;
  /** The refunds made since `since`, of one transaction or of all. Absent where the vendor keeps no list. */
  readonly listRefunds?: (wanted: { readonly since: Date; readonly transaction: string | null }) => Promise<RefundList>;
};
