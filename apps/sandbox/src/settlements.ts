import type { Ledger } from './ledger.ts';
import { type Attempt, decidingAttempt, type Order, type Refund } from './order.ts';
import type { Gateway } from './sandbox-options.ts';
import {
  feeOf,
  type SettledPayment,
  type Settlement,
  type SettlementChange,
  type SettleRequest,
} from './settlement.ts';
import type { Store } from './store.ts';

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
