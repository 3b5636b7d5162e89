import type { IncomingHttpHeaders } from 'node:http';
import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import type { Kobo } from '@portal/kernel/money';

/** What a provider says of a transfer, in its own answer to our question. */
export type TransferFacts = {
  /** The provider's, unique at it. */
  readonly reference: string;
  /** By which its settlements and refunds name it. */
  readonly transactionId: string;
  /** The bank's, where the provider tells it. */
  readonly sessionId: string | null;
  readonly amountKobo: Kobo;
  readonly currency: string;
  /** False for test money at a live key, and the reverse. */
  readonly modeMatches: boolean;
  /** The number that it was sent to, where the provider tells it. */
  readonly accountNumber: string | null;
  /** Whose numbers they are: our reference of the request, or the provider's own. */
  readonly accountReference: string | null;
  readonly payerName: string | null;
  readonly payerBank: string | null;
  readonly narration: string | null;
  /** By the provider's clock, which may be wrong: for showing, never for an order. */
  readonly paidAt: Date | null;
};

/**
 * The outcome of asking about a transfer. `reversed`: the money went back to its bank. `other`: it is
 * something else, or not there yet, and nothing is to be booked. `unknown`: no usable answer.
 */
export type TransferFinding =
  | { readonly kind: 'received' | 'reversed'; readonly facts: TransferFacts }
  | { readonly kind: 'other'; readonly rawStatus: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type TransferList =
  | { readonly kind: 'listed'; readonly transfers: readonly TransferFinding[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A webhook about a transfer, or about numbers that were asked for: a hint to ask, never proof. */
export type Notice = {
  readonly eventName: string;
  /** Equal for two deliveries of one event. */
  readonly eventKey: string;
  readonly about:
    | { readonly kind: 'transfer'; readonly reference: string }
    | { readonly kind: 'numbers'; readonly providerReference: string };
};

export type OpenedNumber = {
  readonly bank: string;
  readonly accountNumber: string;
  readonly accountName: string;
  /** The provider's, where it has one. */
  readonly providerId: string | null;
};

/** The provider knows the customer, under its own reference. `again`: not now, such as during an outage. */
export type Preparation =
  | { readonly kind: 'prepared'; readonly providerReference: string }
  | { readonly kind: 'refused' | 'again'; readonly reason: string };

/**
 * The outcome of asking for numbers. `in-progress`: they come later. `unknown`: the provider may have
 * acted; `find` tells. `again`: it certainly has not.
 */
export type Opening =
  | { readonly kind: 'opened'; readonly providerReference: string | null; readonly numbers: readonly OpenedNumber[] }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'refused' | 'unknown' | 'again'; readonly reason: string };

/** `absent`: the provider has no such request; `in-progress`: it has, and no number yet. */
export type FoundNumbers =
  | { readonly kind: 'found'; readonly numbers: readonly OpenedNumber[] }
  | { readonly kind: 'absent' | 'in-progress' }
  | { readonly kind: 'unknown'; readonly reason: string };

export type NumbersOrder = {
  readonly reference: string;
  readonly providerReference: string | null;
  readonly bank: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** In international form; null where the customer has none. */
  readonly phone: string | null;
  /** Passed on and never stored; null where the provider does not ask for it. */
  readonly identity: { readonly kind: 'bvn' | 'nin'; readonly number: string } | null;
};

/** Which numbers a question is about. */
export type NumbersAt = {
  readonly reference: string;
  readonly providerReference: string | null;
  /** The bank that was asked for; null where one request gives the numbers of all. */
  readonly bank: string | null;
};

/**
 * One provider's protocol for money that comes to account numbers. Amounts are kobo on this side; no
 * answer of a provider makes it throw.
 */
export type Intake = {
  readonly id: IntakeProvider;
  readonly name: string;
  /** Whether it opens numbers only for the customer's BVN or NIN. */
  readonly asksIdentity: boolean;
  /** At which banks a customer gets a number, each asked for alone; null where one request gives them all. */
  readonly banks: readonly string[] | null;
  readonly authenticate: (headers: IncomingHttpHeaders, rawBody: Buffer) => boolean;
  /** Null when it is about neither transfers nor numbers. */
  readonly readNotice: (body: unknown) => Notice | null;
  /** Safe to repeat. `notice` is the webhook's body, for what the answer itself leaves out. */
  readonly confirm: (reference: string, notice: unknown) => Promise<TransferFinding>;
  /** Those since a moment, of all customers or of one's numbers. Read to the last page; safe to repeat. */
  readonly listTransfers: (wanted: { readonly since: Date; readonly of?: NumbersAt }) => Promise<TransferList>;
  /** Before the first `open`, and stored then, so that a webhook about the number finds its request; null where it is not needed. */
  readonly prepare: ((order: NumbersOrder) => Promise<Preparation>) | null;
  readonly open: (order: NumbersOrder) => Promise<Opening>;
  /** Safe to repeat. */
  readonly find: (numbers: NumbersAt) => Promise<FoundNumbers>;
  /** Safe to repeat: what is closed already counts as closed. */
  readonly close: (numbers: NumbersAt & { readonly providerIds: readonly string[] }) => Promise<'closed' | 'unknown'>;
};
