import { Refused } from './refused.ts';
import type { SpeedTestLimits } from './speed-test-options.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_ADDRESSES = 20_000;

type Account = { dayStartedAt: number; bytes: number; minuteStartedAt: number; starts: number };

/** What each address has used, in memory. The oldest are forgotten beyond 20,000. */
export class AddressLedger {
  readonly #limits: SpeedTestLimits;
  readonly #clock: () => number;
  readonly #accounts = new Map<string, Account>();

  constructor(limits: SpeedTestLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts the start of a test. Throws Refused (429) when the address has started too many or used its bytes up. */
  start(address: string): void {
    const account = this.#account(address);
    if (account.starts >= this.#limits.startsPerMinutePerAddress) {
      const seconds = Math.ceil((account.minuteStartedAt + MINUTE_MS - this.#clock()) / 1000);
      throw new Refused(429, 'Too many speed tests from this address. Wait a minute and try again.', seconds);
    }
    this.requireBytes(address);
    account.starts += 1;
  }

  /** Throws Refused (429) when the address has used its bytes of the day up. */
  requireBytes(address: string): void {
    const account = this.#account(address);
    if (account.bytes < this.#limits.dailyBytesPerAddress) return;
    const seconds = Math.ceil((account.dayStartedAt + DAY_MS - this.#clock()) / 1000);
    throw new Refused(429, 'This address has used its speed tests for today. Try again tomorrow.', seconds);
  }

  /** False when nothing is left for the address. */
  charge(address: string, bytes: number): boolean {
    const account = this.#account(address);
    account.bytes += bytes;
    return account.bytes <= this.#limits.dailyBytesPerAddress;
  }

  #account(address: string): Account {
    const now = this.#clock();
    let account = this.#accounts.get(address);
    if (!account || now - account.dayStartedAt >= DAY_MS) {
      account = { dayStartedAt: now, bytes: 0, minuteStartedAt: now, starts: 0 };
      this.#accounts.delete(address);
      this.#accounts.set(address, account);
      const [oldest] = this.#accounts.keys();
      if (this.#accounts.size > MOST_ADDRESSES && oldest !== undefined) this.#accounts.delete(oldest);
    }
    if (now - account.minuteStartedAt >= MINUTE_MS) Object.assign(account, { minuteStartedAt: now, starts: 0 });
    return account;
  }
}
