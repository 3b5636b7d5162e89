import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Registration } from './authority/registration.ts';
import type { Mandate } from './mandate.ts';
import type { Order, Refund, SavedCard } from './order.ts';
import type { Gateway } from './sandbox-options.ts';
import type { Settlement } from './settlement.ts';
import type { VirtualAccount } from './virtual-accounts/virtual-account.ts';

/** One copy of a webhook on its way to the portal. */
export interface Delivery {
  readonly id: string;
  readonly gateway: Gateway;
  readonly reference: string;
  readonly body: string;
  readonly forged: boolean;
  readonly createdAtMs: number;
  readonly tries: number;
  /** The portal's last HTTP status; null before the first try and when it did not answer. */
  readonly lastStatus: number | null;
  readonly state: 'waiting' | 'acknowledged' | 'given-up';
}

interface Records {
  order: Order;
  card: SavedCard;
  refund: Refund;
  delivery: Delivery;
  registration: Registration;
  settlement: Settlement;
  mandate: Mandate;
  virtualAccount: VirtualAccount;
}

type Kind = keyof Records;

const KEYS: { readonly [K in Kind]: (record: Records[K]) => string } = {
  order: (order) => order.code,
  card: (card) => card.code,
  refund: (refund) => String(refund.number),
  delivery: (delivery) => delivery.id,
  registration: ({ irn }) => irn,
  settlement: (settlement) => String(settlement.number),
  mandate: ({ code }) => code,
  virtualAccount: (account) => String(account.number),
};

/**
 * Holds the newest version of every record in memory and, with a file, writes one JSON line per
 * version to disk before `put` returns. A last line that a crash truncated is dropped at the next
 * start.
 */
export class Store {
  readonly #tables: { readonly [K in Kind]: Map<string, Records[K]> } = {
    order: new Map(),
    card: new Map(),
    refund: new Map(),
    delivery: new Map(),
    registration: new Map(),
    settlement: new Map(),
    mandate: new Map(),
    virtualAccount: new Map(),
  };
  readonly #file: number | null;
  #lastNumber = 0;

  constructor(path: string | null) {
    this.#file = path === null ? null : openSync(path, 'a+', 0o600);
    if (path !== null && this.#file !== null) this.#replay(path, this.#file);
  }

  find<K extends Kind>(kind: K, key: string): Records[K] | null {
    return this.#tables[kind].get(key) ?? null;
  }

  /** All records of a kind, oldest first. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.#tables[kind].values()];
  }

  put<K extends Kind>(kind: K, record: Records[K]): Records[K] {
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify({ kind, record })}\n`);
    this.#keep(kind, record);
    return record;
  }

  /**
   * A number never used before, also over restarts without a file: the portal recognises repeated
   * webhooks by these numbers, so the new webhooks of a sandbox that counted from one again would
   * look like old ones.
   */
  nextNumber(now: Date): number {
    this.#lastNumber = Math.max(this.#lastNumber + 1, now.getTime());
    return this.#lastNumber;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  #keep<K extends Kind>(kind: K, record: Records[K]): void {
    this.#tables[kind].set(KEYS[kind](record), record);
    if ('number' in record) this.#lastNumber = Math.max(this.#lastNumber, record.number);
    if ('attempts' in record) {
      for (const attempt of record.attempts) this.#lastNumber = Math.max(this.#lastNumber, attempt.number);
    }
  }

  #replay(path: string, file: number): void {
    const content = readFileSync(path);
    const complete = content.subarray(0, content.lastIndexOf('\n') + 1);
    if (complete.length < content.length) ftruncateSync(file, complete.length);
    for (const line of complete.toString('utf8').split('\n')) {
      if (line === '') continue;
      const { kind, record }: { kind: Kind; record: Records[Kind] } = JSON.parse(line);
      this.#keep(kind, record);
    }
  }
}
