import { Refused } from './refused.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_ACCOUNTS = 20_000;

/**
 * How much one address, or one customer, may use. Both directions together, within 24 hours of the
 * first byte.
 */
export type Allowance = {
  readonly who: 'address' | 'account';
  readonly startsPerMinute: number;
  readonly startsPerDay: number;
  readonly dailyBytes: number;
};

type Account = { dayStartedAt: number; bytes: number; startsToday: number; minuteStartedAt: number; starts: number };

/** The usage of each address, or each customer, in memory. The oldest are evicted beyond 20,000. */
export class UseLedger {
  readonly #allowance: Allowance;
  readonly #clock: () => number;
  readonly #accounts = new Map<string, Account>();

  constructor(allowance: Allowance, clock: () => number) {
    this.#allowance = allowance;
    this.#clock = clock;
  }

  /**
   * Counts the start of a test. Throws Refused (429) when too many were started, or the bytes are
   * used up.
   */
  start(name: string): void {
    const { who, startsPerMinute, startsPerDay } = this.#allowance;
    const account = this.#account(name);
    this.requireBytes(name);
    if (account.startsToday >= startsPerDay) throw this.#usedUp(account);
    if (account.starts >= startsPerMinute) {
      const seconds = Math.ceil((account.minuteStartedAt + MINUTE_MS - this.#clock()) / 1000);
      throw new Refused(429, `Too many speed tests from this ${who}. Wait a minute and try again.`, seconds);
    }
    account.starts += 1;
    account.startsToday += 1;
  }

  /** Throws Refused (429) when the bytes of the day are used up. */
  requireBytes(name: string): void {
    const account = this.#account(name);
    if (account.bytes >= this.#allowance.dailyBytes) throw this.#usedUp(account);
  }

  /** False when the budget is used up. */
  charge(name: string, bytes: number): boolean {
    const account = this.#account(name);
    account.bytes += bytes;
    return account.bytes <= this.#allowance.dailyBytes;
  }

  #usedUp(account: Account): Refused {
    const seconds = Math.ceil((account.dayStartedAt + DAY_MS - this.#clock()) / 1000);
    const message = `This ${this.#allowance.who} has used its speed tests for today. Try again tomorrow.`;
    return new Refused(429, message, seconds);
  }

  #account(name: string): Account {
    const now = this.#clock();
    let account = this.#accounts.get(name);
    if (!account || now - account.dayStartedAt >= DAY_MS) {
      account = { dayStartedAt: now, bytes: 0, startsToday: 0, minuteStartedAt: now, starts: 0 };
      this.#accounts.delete(name);
      this.#accounts.set(name, account);
      const [oldest] = this.#accounts.keys();
      if (this.#accounts.size > MOST_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
    }
    if (now - account.minuteStartedAt >= MINUTE_MS) Object.assign(account, { minuteStartedAt: now, starts: 0 });
    return account;
  }
}
