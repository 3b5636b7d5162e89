import type { CountedFlow } from './flow.ts';
import { Refused } from './refused.ts';
import type { SpeedTestOptions } from './speed-test-options.ts';
import { UseLedger } from './use-ledger.ts';
import { Visit } from './visit.ts';

const SESSION_ID_BYTES = 16;

/** How long the count of a test is available after its end. */
const REMEMBERED_MS = 300_000;

/** The bytes of a test, by the server's own count. */
export type CountedTest = { readonly down: CountedFlow; readonly up: CountedFlow };

type Session = { readonly visit: Visit; readonly customer: string | null; readonly timer: NodeJS.Timeout };

/**
 * The running tests. A page opens a session first, for one test; a LibreSpeed client has no
 * sessions and is one test per address while it has a connection open. Stored in this process: all
 * requests of a client must reach the same one.
 */
export class Visits {
  readonly #options: SpeedTestOptions;
  readonly #addresses: UseLedger;
  readonly #customers: UseLedger;
  readonly #sessions = new Map<string, Session>();
  readonly #withoutSession = new Map<string, Visit>();
  readonly #ended = new Map<string, CountedTest>();

  constructor(options: SpeedTestOptions) {
    this.#options = options;
    const { limits, clock } = options;
    const addresses = { startsPerMinute: limits.startsPerMinutePerAddress, startsPerDay: Number.POSITIVE_INFINITY };
    const customers = {
      startsPerMinute: limits.startsPerMinutePerCustomer,
      startsPerDay: limits.startsPerDayPerCustomer,
    };
    this.#addresses = new UseLedger({ who: 'address', ...addresses, dailyBytes: limits.dailyBytesPerAddress }, clock);
    this.#customers = new UseLedger({ who: 'account', ...customers, dailyBytes: limits.dailyBytesPerCustomer }, clock);
  }

  /**
   * A new test, identified by 128 random bits. A running one of the same customer is ended: two on
   * one line would measure each other, and an abandoned page never ends its own. Throws Refused:
   * 429 for the address or the customer, 503 when all slots are taken.
   */
  open(address: string, customer: string | null): string {
    const { limits, clock, randomBytes } = this.#options;
    const older = this.#sessionOf(customer);
    this.#requirePlace(address, older);
    if (customer !== null) this.#customers.start(customer);
    this.#addresses.start(address);
    if (older !== null) this.close(older);
    const id = randomBytes(SESSION_ID_BYTES).toString('hex');
    const endsAt = clock() + limits.sessionMs;
    const visit = new Visit({
      address,
      limits,
      ...this.#purse(address, customer),
      clock,
      connectionMs: () => Math.max(0, endsAt - clock()),
      onIdle: () => undefined,
    });
    const timer = setTimeout(() => this.close(id), limits.sessionMs);
    this.#sessions.set(id, { visit, customer, timer });
    return id;
  }

  /**
   * Counts a connection to its test until `leave` is called; `cut` ends it when its time is over. A
   * session is identified by its id alone: one client may well have two addresses. Throws Refused:
   * 403 for a session that is over, 429 for too much at once, 503 when all slots are taken.
   */
  join(id: string | null, address: string, cut: () => void): { readonly visit: Visit; readonly leave: () => void } {
    const visit = id === null ? this.#visitWithoutSession(address) : this.#sessions.get(id)?.visit;
    if (!visit) throw new Refused(403, 'This speed test is over. Start a new one.');
    return { visit, leave: visit.connect(cut) };
  }

  /** Ends a test and closes its connections. Idempotent. */
  close(id: string): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    clearTimeout(session.timer);
    session.visit.end();
    this.#ended.set(id, countedIn(session.visit));
    setTimeout(() => this.#ended.delete(id), REMEMBERED_MS).unref();
  }

  /**
   * The bytes of a test with a session, while it runs and for five minutes afterwards; null for an
   * unknown one.
   */
  countsOf(id: string): CountedTest | null {
    const visit = this.#sessions.get(id)?.visit;
    return visit ? countedIn(visit) : (this.#ended.get(id) ?? null);
  }

  closeAll(): void {
    for (const id of this.#sessions.keys()) this.close(id);
    for (const visit of this.#withoutSession.values()) visit.end();
  }

  #visitWithoutSession(address: string): Visit {
    const known = this.#withoutSession.get(address);
    if (known) return known;
    this.#requirePlace(address, null);
    this.#addresses.requireBytes(address);
    const { limits, clock } = this.#options;
    const visit: Visit = new Visit({
      address,
      limits: { ...limits, bytesPerDirection: Number.POSITIVE_INFINITY },
      ...this.#purse(address, null),
      clock,
      connectionMs: () => limits.streamMs,
      onIdle: () => this.#withoutSession.delete(address),
    });
    this.#withoutSession.set(address, visit);
    return visit;
  }

  /** The budgets that a test's bytes count against. */
  #purse(address: string, customer: string | null) {
    const [addresses, customers] = [this.#addresses, this.#customers];
    return {
      charge: (bytes: number) => {
        const [within, left] = [
          addresses.charge(address, bytes),
          customer === null || customers.charge(customer, bytes),
        ];
        return within && left;
      },
      requireBytes: () => {
        addresses.requireBytes(address);
        if (customer !== null) customers.requireBytes(customer);
      },
    };
  }

  #sessionOf(customer: string | null): string | null {
    if (customer === null) return null;
    for (const [id, session] of this.#sessions) if (session.customer === customer) return id;
    return null;
  }

  #requirePlace(address: string, leaving: string | null): void {
    const { liveTests, liveTestsPerAddress } = this.#options.limits;
    const staying = [...this.#sessions].filter(([id]) => id !== leaving);
    const live = [...staying.map(([, { visit }]) => visit), ...this.#withoutSession.values()];
    if (live.length >= liveTests) throw new Refused(503, 'The speed test is busy. Try again in a few seconds.', 5);
    if (live.filter((visit) => visit.address === address).length >= liveTestsPerAddress) {
      throw new Refused(429, 'Other speed tests are running from this address. Try again in a few seconds.', 5);
    }
  }
}

function countedIn({ down, up }: Visit): CountedTest {
  return { down, up };
}
