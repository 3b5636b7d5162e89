import type { Ledger } from './ledger.ts';
import { type Attempt, decidingAttempt, type Order, type Refund } from './order.ts';
import type { Gateway } from './sandbox-options.ts';
import type { Store } from './store.ts';

/** A payment in a settlement. `order` is null for one that the merchant did not open here. */
export interface SettledPayment {
  readonly orderCode: string | null;
  readonly reference: string;
  readonly number: number;
  readonly amountKobo: number;
  readonly feeKobo: number;
}

/** What a gateway pays out at once, in kobo whatever the vendor's unit is. */
export interface Settlement {
  readonly number: number;
  readonly gateway: Gateway;
  readonly status: 'pending' | 'paid' | 'failed' | 'flagged';
  /** A day such as 2026-11-30. */
  readonly day: string;
  readonly createdAt: string;
  readonly account: string;
  readonly payments: readonly SettledPayment[];
  readonly refunds: readonly { readonly number: number; readonly amountKobo: number }[];
  /** Taken off without saying for what. */
  readonly deductedKobo: number;
  /** By how much the total is not the sum of its payments. */
  readonly wrongByKobo: number;
  /** How many payments a page of it has at most. */
  readonly perPage: number;
}

export interface SettleRequest {
  readonly gateway: Gateway;
  /** Everything that was paid before; default: until now. */
  readonly before?: string;
  readonly status?: Settlement['status'];
  /** Default: today. */
  readonly day?: string;
  readonly account?: string;
  readonly deductedKobo?: number;
  readonly wrongByKobo?: number;
  readonly perPage?: number;
  /** Payments that are in it although another settlement has them. */
  readonly again?: readonly string[];
  /** Payments of something else that the merchant sells. */
  readonly foreign?: readonly { readonly reference: string; readonly amountKobo: number }[];
  /** Payments that wait for a later settlement. */
  readonly without?: readonly string[];
}

export type SettlementChange = Partial<Pick<Settlement, 'status' | 'account' | 'deductedKobo' | 'wrongByKobo'>>;

/** The vendors' local price of a payment. */
export function feeOf(gateway: Gateway, amountKobo: number): number {
  if (gateway !== 'paystack') return Math.min(Math.ceil((amountKobo * 14) / 1000), 200_000);
  return Math.min(Math.ceil((amountKobo * 15) / 1000) + (amountKobo < 250_000 ? 0 : 10_000), 200_000);
}

export const grossOf = ({ payments, wrongByKobo }: Settlement) =>
  payments.reduce((sum, { amountKobo }) => sum + amountKobo, wrongByKobo);
export const feesOf = ({ payments }: Settlement) => payments.reduce((sum, { feeKobo }) => sum + feeKobo, 0);
export const refundedOf = ({ refunds }: Settlement) => refunds.reduce((sum, { amountKobo }) => sum + amountKobo, 0);

/** What the gateways pay out of the payments that they hold. */
export class Settlements {
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #clock: () => Date;
  readonly #isDaily: boolean;

  constructor(deps: { store: Store; ledger: Ledger; clock: () => Date; isDaily: boolean }) {
    this.#store = deps.store;
    this.#ledger = deps.ledger;
    this.#clock = deps.clock;
    this.#isDaily = deps.isDaily;
  }

  /** Newest first. Where it settles daily, everything that was paid before today is settled by now. */
  all(gateway: Gateway): Settlement[] {
    if (this.#isDaily) this.#settleDays(gateway);
    return this.#stored(gateway).toReversed();
  }

  find(gateway: Gateway, number: number): Settlement | null {
    return this.#stored(gateway).find((settlement) => settlement.number === number) ?? null;
  }

  /** The settlement that a refund was taken off. */
  ofRefund(gateway: Gateway, refund: number): Settlement | null {
    return this.#stored(gateway).find(({ refunds }) => refunds.some(({ number }) => number === refund)) ?? null;
  }

  settle(request: SettleRequest): Settlement {
    const { gateway, again = [], foreign = [], without = [] } = request;
    const before = Date.parse(request.before ?? this.#clock().toISOString());
    const earlier = this.#stored(gateway);
    const settled = new Set(earlier.flatMap(({ payments }) => payments.map(({ orderCode }) => orderCode)));
    const taken = new Set(earlier.flatMap(({ refunds }) => refunds.map(({ number }) => number)));
    const isDue = ({ code, reference }: Order, { finishedAt }: Attempt) =>
      (!settled.has(code) && !without.includes(reference) && Date.parse(finishedAt ?? '') <= before) ||
      again.includes(reference);
    const number = this.#store.nextNumber(this.#clock());
    return this.#store.put('settlement', {
      number,
      gateway,
      status: request.status ?? 'paid',
      day: request.day ?? dayOf(this.#clock()),
      createdAt: this.#clock().toISOString(),
      account: request.account ?? '0031318432',
      payments: [
        ...this.#ledger.orders().flatMap((order) => {
          const attempt = decidingAttempt(order);
          const isPaid = order.gateway === gateway && attempt?.result === 'success';
          return isPaid && isDue(order, attempt) ? [settledPayment(order, attempt)] : [];
        }),
        ...foreign.map(({ reference, amountKobo }) => ({
          orderCode: null,
          reference,
          number: this.#store.nextNumber(this.#clock()),
          amountKobo,
          feeKobo: feeOf(gateway, amountKobo),
        })),
      ],
      refunds: this.#ledger
        .refunds()
        .filter((refund) => this.#isTakenOff(refund, gateway, before) && !taken.has(refund.number))
        .map((refund) => ({ number: refund.number, amountKobo: refund.amountKobo })),
      deductedKobo: request.deductedKobo ?? 0,
      wrongByKobo: request.wrongByKobo ?? 0,
      perPage: request.perPage ?? 100,
    });
  }

  /** Null for an unknown number. */
  change(number: number, change: SettlementChange): Settlement | null {
    const settlement = this.#store.find('settlement', String(number));
    return settlement && this.#store.put('settlement', { ...settlement, ...change });
  }

  #stored(gateway: Gateway): Settlement[] {
    return this.#store.all('settlement').filter((settlement) => settlement.gateway === gateway);
  }

  #isTakenOff(refund: Refund, gateway: Gateway, before: number): boolean {
    return refund.gateway === gateway && refund.status === 'processed' && refund.dueAtMs <= before;
  }

  #settleDays(gateway: Gateway): void {
    const today = dayOf(this.#clock());
    const before = `${today}T00:00:00+01:00`;
    if (this.#stored(gateway).some(({ day }) => day === today)) return;
    const waits = this.settleable(gateway, Date.parse(before));
    if (waits) this.settle({ gateway, before, day: today });
  }

  /** Whether anything was paid before a moment that no settlement has. */
  settleable(gateway: Gateway, before: number): boolean {
    const settled = new Set(
      this.#stored(gateway).flatMap(({ payments }) => payments.map(({ orderCode }) => orderCode)),
    );
    return this.#ledger.orders().some((order) => {
      const attempt = decidingAttempt(order);
      if (order.gateway !== gateway || attempt?.result !== 'success' || settled.has(order.code)) return false;
      return Date.parse(attempt.finishedAt ?? '') <= before;
    });
  }
}

/** The day in Lagos. */
function dayOf(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);
}

function settledPayment(
  { code, gateway, reference, number }: Order,
  { chargedKobo, ...attempt }: Attempt,
): SettledPayment {
  return {
    orderCode: code,
    reference,
    number: gateway === 'flutterwave' ? attempt.number : number,
    amountKobo: chargedKobo,
    feeKobo: feeOf(gateway, chargedKobo),
  };
}
