import type { Gateway } from './sandbox-options.ts';
import type { Transfer } from './virtual-accounts/virtual-account.ts';

/** What the payer chooses on the checkout page. */
export const OUTCOMES = ['approve', 'decline', 'abandon', 'delay'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface SavedCard {
  /** Paystack's authorization_code or Flutterwave's token. */
  readonly code: string;
  readonly gateway: Gateway;
  readonly email: string;
  readonly active: boolean;
  readonly expiryYear: number;
}

/**
 * One attempt of the payer to pay an order. Flutterwave allows several for one order, the others
 * one.
 */
export interface Attempt {
  readonly number: number;
  readonly result: 'pending' | 'success' | 'failed';
  readonly channel: 'card' | 'bank_transfer' | 'direct_debit';
  readonly chargedKobo: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** When a bank transfer arrives or a direct debit is decided, in milliseconds of the epoch. */
  readonly dueAtMs: number | null;
  readonly card: SavedCard | null;
  /** Of a direct debit: the code of its mandate, and whether the account pays. */
  readonly debit?: { readonly authorizationCode: string; readonly bankName: string; readonly willPay: boolean };
  /** The bank's reason for a decline; absent where it gives none. */
  readonly reason?: string;
}

/** A merchant's order, in kobo whatever the vendor's unit is. */
export interface Order {
  readonly number: number;
  /** The unguessable part of the checkout page's address. */
  readonly code: string;
  readonly gateway: Gateway;
  readonly reference: string;
  readonly amountKobo: number;
  readonly currency: string;
  readonly email: string;
  readonly customerName: string;
  readonly customerId: string;
  readonly callbackUrl: string | null;
  readonly cancelUrl: string | null;
  readonly metadata: unknown;
  readonly domain: 'test' | 'live';
  readonly createdAt: string;
  readonly cancelledAt: string | null;
  /** The merchant withdrew the link. */
  readonly closed: boolean;
  /** Refunded and lost in disputes. */
  readonly reversedKobo: number;
  readonly attempts: readonly Attempt[];
  /** Set where nobody opened it: money that was sent to an account number. */
  readonly transfer?: Transfer;
}

export type OrderDraft = Pick<
  Order,
  'gateway' | 'reference' | 'amountKobo' | 'currency' | 'email' | 'customerName' | 'customerId' | 'callbackUrl'
> &
  Partial<Pick<Order, 'cancelUrl' | 'metadata'>>;

export interface Refund {
  readonly number: number;
  readonly gateway: Gateway;
  readonly orderCode: string;
  readonly amountKobo: number;
  readonly status: 'pending' | 'processed' | 'failed';
  /** Its outcome once it is due. */
  readonly willFail: boolean;
  readonly merchantReference: string | null;
  readonly note: string;
  readonly createdAt: string;
  readonly dueAtMs: number;
}

export type OrderStatus = 'created' | 'pending' | 'success' | 'failed' | 'abandoned' | 'reversed';

/** The attempt that determines the order's state: the successful one, otherwise the newest. */
export function decidingAttempt(order: Order): Attempt | null {
  return order.attempts.find((attempt) => attempt.result === 'success') ?? order.attempts.at(-1) ?? null;
}

export function orderStatus(order: Order): OrderStatus {
  return viewStatus({ order, attempt: decidingAttempt(order) });
}

export function viewStatus({ order, attempt }: ChargeView): OrderStatus {
  if (attempt?.result === 'success') return order.reversedKobo >= attempt.chargedKobo ? 'reversed' : 'success';
  if (attempt) return attempt.result;
  return order.cancelledAt ? 'abandoned' : 'created';
}

/**
 * Whether the payer can still choose on the checkout page. After a decline Flutterwave lets them
 * try again; Paystack lets them come back after leaving; at Quickteller leaving is a final answer
 * (Z6).
 */
export function canBeDecided(order: Order): boolean {
  const status = orderStatus(order);
  if (order.closed) return false;
  if (status === 'created') return true;
  if (status === 'abandoned') return order.gateway !== 'quickteller';
  return status === 'failed' && order.gateway === 'flutterwave';
}

/** An order or a changed copy of it, with the attempt that an answer is about. */
export interface ChargeView {
  readonly order: Order;
  readonly attempt: Attempt | null;
}

/** An event that a gateway may send. */
export type LedgerEvent =
  | ({ readonly kind: 'charge' } & ChargeView)
  | ({ readonly kind: 'refund'; readonly refund: Refund } & ChargeView)
  | ({ readonly kind: 'dispute'; readonly stage: 'create' | 'resolve'; readonly amountKobo: number } & ChargeView);
