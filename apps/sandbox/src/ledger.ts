import { createHash } from 'node:crypto';
import {
  type Attempt,
  canBeDecided,
  decidingAttempt,
  type LedgerEvent,
  type Order,
  type OrderDraft,
  type Outcome,
  type Refund,
  type SavedCard,
} from './order.ts';
import { DEMO_CARD, type Gateway } from './sandbox-options.ts';
import type { Scheduler } from './scheduler.ts';
import type { Store } from './store.ts';
import type { Transfer } from './virtual-accounts/virtual-account.ts';

export interface LedgerDependencies {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly delayedTransferMs: number;
  readonly directDebitMs: number;
  readonly refundMs: number;
  readonly announce: (event: LedgerEvent) => void;
}

/** The true state of all orders at the fakes. Every change is stored before the method returns. */
export class Ledger {
  readonly #deps: LedgerDependencies;

  constructor(deps: LedgerDependencies) {
    this.#deps = deps;
  }

  /** Resumes what a restart interrupted: pending transfers and refunds being processed. */
  resume(): void {
    for (const order of this.orders()) {
      for (const attempt of order.attempts) {
        if (attempt.result === 'pending' && attempt.dueAtMs !== null) this.#awaitTransfer(order.code, attempt);
      }
    }
    for (const refund of this.refunds()) if (refund.status === 'pending') this.#awaitRefund(refund);
  }

  orders(): Order[] {
    return this.#deps.store.all('order');
  }

  refunds(): Refund[] {
    return this.#deps.store.all('refund');
  }

  findByCode(gateway: Gateway, code: string): Order | null {
    const order = this.#deps.store.find('order', code);
    return order?.gateway === gateway ? order : null;
  }

  /** The newest order with this reference; Flutterwave may have several. */
  findByReference(gateway: Gateway, reference: string): Order | null {
    return this.orders().findLast((order) => order.gateway === gateway && order.reference === reference) ?? null;
  }

  /** The order and attempt with this vendor's number. */
  findByNumber(gateway: Gateway, number: number): { order: Order; attempt: Attempt | null } | null {
    for (const order of this.orders()) {
      if (order.gateway !== gateway) continue;
      if (order.number === number) return { order, attempt: decidingAttempt(order) };
      const attempt = order.attempts.find((candidate) => candidate.number === number);
      if (attempt) return { order, attempt };
    }
    return null;
  }

  /** Opens an order; one without a merchant's reference gets one. */
  open(draft: OrderDraft): Order {
    const number = this.#nextNumber();
    return this.#save({
      cancelUrl: null,
      metadata: null,
      ...draft,
      reference: draft.reference || `T${number}`,
      number,
      code: this.#secret(),
      domain: 'test',
      createdAt: this.#now().toISOString(),
      cancelledAt: null,
      closed: false,
      reversedKobo: 0,
      attempts: [],
    });
  }

  /** Money that came to an account number, at once. */
  receive(
    draft: Pick<Order, 'amountKobo' | 'currency' | 'email' | 'customerName' | 'reference'> & {
      readonly provider: Gateway;
      readonly transfer: Transfer;
      readonly at: Date;
    },
  ): Order {
    const { provider: gateway, at, ...rest } = draft;
    const order = this.open({ ...rest, gateway, customerId: '', callbackUrl: null });
    const dated = this.#save({ ...order, transfer: draft.transfer, createdAt: at.toISOString() });
    const attempt = { ...this.#attempt(dated, 'bank_transfer'), startedAt: at.toISOString() };
    return this.#finish(dated, attempt, true, at);
  }

  /** Sends the notice of a transfer again. */
  announceAgain(order: Order): Order {
    this.#deps.announce({ kind: 'charge', order, attempt: decidingAttempt(order) });
    return order;
  }

  close(order: Order): Order {
    return this.#save({ ...order, closed: true });
  }

  /**
   * Applies the payer's choice. An order that can no longer be decided is returned unchanged,
   * without an event.
   */
  decide(order: Order, outcome: Outcome): Order {
    if (!canBeDecided(order)) return order;
    if (outcome === 'abandon') {
      const left = this.#save({ ...order, cancelledAt: order.cancelledAt ?? this.#now().toISOString() });
      this.#deps.announce({ kind: 'charge', order: left, attempt: null });
      return left;
    }
    if (outcome !== 'delay') return this.#finish(order, this.#attempt(order, 'card'), outcome === 'approve');
    const attempt = this.#attempt(order, 'bank_transfer');
    const waiting = this.#save({ ...order, attempts: [...order.attempts, attempt] });
    this.#awaitTransfer(order.code, attempt);
    return waiting;
  }

  /** Charges a saved card at once, without the payer. */
  chargeCard(draft: OrderDraft, card: SavedCard, declined: { readonly reason?: string | undefined } | null): Order {
    const order = this.open(draft);
    const reason = declined?.reason;
    const attempt = { ...this.#attempt(order, 'card'), card, ...(reason !== undefined && { reason }) };
    return this.#finish(order, attempt, declined === null);
  }

  /**
   * Charges a bank account: undecided at first. Paid or declined later, or, where it `stalls`, by
   * `decideDebit`.
   */
  chargeAccount(
    draft: OrderDraft,
    debit: NonNullable<Attempt['debit']>,
    how: { readonly reason?: string | undefined; readonly stalls: boolean },
  ): Order {
    const order = this.open(draft);
    const dueAtMs = how.stalls ? null : this.#now().getTime() + this.#deps.directDebitMs;
    const { reason } = how;
    const attempt = {
      ...this.#attempt(order, 'direct_debit'),
      debit,
      dueAtMs,
      ...(reason !== undefined && { reason }),
    };
    const waiting = this.#save({ ...order, attempts: [attempt] });
    if (!how.stalls) this.#awaitTransfer(order.code, attempt);
    return waiting;
  }

  /** Decides a direct debit that is not decided yet. */
  decideDebit(order: Order, paid: boolean, reason?: string): Order {
    const open = order.attempts.find(({ result, channel }) => result === 'pending' && channel === 'direct_debit');
    if (!open) return order;
    return this.#finish(order, { ...open, ...(reason !== undefined && { reason }) }, paid);
  }

  findCard(gateway: Gateway, code: string): SavedCard | null {
    const card = this.#deps.store.find('card', code) ?? (code === DEMO_CARD.code ? demoCard(this.#now()) : null);
    return card?.gateway === gateway ? card : null;
  }

  deactivateCard(card: SavedCard): void {
    this.#deps.store.put('card', { ...card, active: false });
  }

  /** The part of an order that can still be refunded, in kobo, excluding refunds in progress. */
  refundable(order: Order): number {
    const attempt = decidingAttempt(order);
    if (attempt?.result !== 'success') return 0;
    const underWay = this.refunds()
      .filter((refund) => refund.orderCode === order.code && refund.status === 'pending')
      .reduce((sum, refund) => sum + refund.amountKobo, 0);
    return attempt.chargedKobo - order.reversedKobo - underWay;
  }

  /**
   * Records a refund; the caller has checked the amount against `refundable`. It is processed, or
   * fails, after `refundMs`.
   */
  refund(order: Order, terms: Pick<Refund, 'amountKobo' | 'willFail' | 'merchantReference' | 'note'>): Refund {
    const now = this.#now();
    const refund = this.#deps.store.put('refund', {
      ...terms,
      number: this.#nextNumber(),
      gateway: order.gateway,
      orderCode: order.code,
      status: 'pending',
      createdAt: now.toISOString(),
      dueAtMs: now.getTime() + this.#deps.refundMs,
    });
    this.#announceRefund(refund);
    this.#awaitRefund(refund);
    return refund;
  }

  /** The payer's bank takes this amount back (`resolve`) or has requested it (`create`). */
  dispute(order: Order, stage: 'create' | 'resolve', amountKobo: number): Order {
    const reversedKobo = Math.min(order.reversedKobo + amountKobo, order.amountKobo);
    const disputed = stage === 'resolve' ? this.#save({ ...order, reversedKobo }) : order;
    this.#deps.announce({ kind: 'dispute', stage, amountKobo, order: disputed, attempt: decidingAttempt(disputed) });
    return disputed;
  }

  #now(): Date {
    return this.#deps.clock();
  }

  #nextNumber(): number {
    return this.#deps.store.nextNumber(this.#now());
  }

  #secret(): string {
    return this.#deps.newId().replaceAll('-', '');
  }

  #save(order: Order): Order {
    return this.#deps.store.put('order', order);
  }

  #attempt(order: Order, channel: Attempt['channel']): Attempt {
    const now = this.#now();
    return {
      number: this.#nextNumber(),
      result: 'pending',
      channel,
      chargedKobo: order.amountKobo,
      startedAt: now.toISOString(),
      finishedAt: null,
      dueAtMs: channel === 'bank_transfer' ? now.getTime() + this.#deps.delayedTransferMs : null,
      card: null,
    };
  }

  #finish(order: Order, open: Attempt, approved: boolean, at = this.#now()): Order {
    const attempt: Attempt = {
      ...open,
      result: approved ? 'success' : 'failed',
      finishedAt: at.toISOString(),
      card: open.card ?? (approved && open.channel === 'card' ? this.#saveCard(order) : null),
    };
    const others = order.attempts.filter((other) => other.number !== attempt.number);
    const finished = this.#save({ ...order, attempts: [...others, attempt] });
    this.#deps.announce({ kind: 'charge', order: finished, attempt });
    return finished;
  }

  #saveCard(order: Order): SavedCard | null {
    if (order.gateway === 'quickteller') return null;
    const secret = this.#secret();
    return this.#deps.store.put('card', {
      code: order.gateway === 'paystack' ? `AUTH_${secret.slice(0, 10)}` : `flw-t1nf-${secret}-m03k`,
      gateway: order.gateway,
      email: order.email,
      active: true,
      expiryYear: this.#now().getUTCFullYear() + 4,
    });
  }

  #awaitTransfer(code: string, attempt: Attempt): void {
    this.#deps.scheduler.in((attempt.dueAtMs ?? 0) - this.#now().getTime(), () => {
      const order = this.#deps.store.find('order', code);
      const open = order?.attempts.find(({ number, result }) => number === attempt.number && result === 'pending');
      if (order && open) this.#finish(order, open, open.debit?.willPay ?? true);
    });
  }

  #awaitRefund(refund: Refund): void {
    this.#deps.scheduler.in(refund.dueAtMs - this.#now().getTime(), () => {
      const order = this.#deps.store.find('order', refund.orderCode);
      if (!order) return;
      const done = this.#deps.store.put('refund', { ...refund, status: refund.willFail ? 'failed' : 'processed' });
      if (!refund.willFail) this.#save({ ...order, reversedKobo: order.reversedKobo + refund.amountKobo });
      this.#announceRefund(done);
    });
  }

  #announceRefund(refund: Refund): void {
    const order = this.#deps.store.find('order', refund.orderCode);
    if (order) this.#deps.announce({ kind: 'refund', refund, order, attempt: decidingAttempt(order) });
  }
}

/** The demo customer has a card without a payment. */
function demoCard(now: Date): SavedCard {
  return { ...DEMO_CARD, gateway: 'paystack', active: true, expiryYear: now.getUTCFullYear() + 2 };
}

/**
 * The same short text for the same value, for identifiers that a vendor derives from a customer or
 * a card.
 */
export function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 15);
}
