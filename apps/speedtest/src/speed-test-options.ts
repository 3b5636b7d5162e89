import type { IncomingMessage } from 'node:http';

/** How much one server, one address, one customer and one test may use. Bytes and milliseconds. */
export type SpeedTestLimits = {
  /** Concurrent tests: the uplink of the server divided by the fastest plan, if that is less. */
  readonly liveTests: number;
  readonly liveTestsPerAddress: number;
  readonly startsPerMinutePerAddress: number;
  /** Both directions together, within 24 hours of the first byte. */
  readonly dailyBytesPerAddress: number;
  /** For known customers: a failed test may be repeated at once, but not for long. */
  readonly startsPerMinutePerCustomer: number;
  readonly startsPerDayPerCustomer: number;
  readonly dailyBytesPerCustomer: number;
  readonly connectionsPerTest: number;
  /** How long a session lasts; its connections are closed when it ends. */
  readonly sessionMs: number;
  readonly bytesPerDirection: number;
  /**
   * The maximum of a test, in either direction: a browser on this very machine would otherwise use
   * everything.
   */
  readonly fastestMbps: number;
  /** For clients without a session, which test for longer. */
  readonly streamMs: number;
  readonly downloadMib: number;
  readonly uploadBytes: number;
};

const MIB = 1024 * 1024;

/**
 * A test of five seconds at 1 Gbit/s fits, and so does each request of a LibreSpeed client as it
 * comes (100 MiB down, 20 MB up, 15 s).
 */
export const DEFAULT_LIMITS: SpeedTestLimits = {
  liveTests: 8,
  liveTestsPerAddress: 3,
  startsPerMinutePerAddress: 20,
  dailyBytesPerAddress: 10 * 1024 * MIB,
  startsPerMinutePerCustomer: 3,
  startsPerDayPerCustomer: 30,
  dailyBytesPerCustomer: 10 * 1024 * MIB,
  connectionsPerTest: 12,
  sessionMs: 12_000,
  bytesPerDirection: 450 * MIB,
  fastestMbps: 1500,
  streamMs: 20_000,
  downloadMib: 100,
  uploadBytes: 25 * MIB,
};

export type SpeedTestOptions = {
  readonly limits: SpeedTestLimits;
  /** Web origins whose pages may test against this server; `*` allows every one. */
  readonly allowedOrigins: readonly string[];
  /** The customer who starts a test; null for a visitor, and where accounts are not known. */
  readonly customerOf: (request: IncomingMessage) => Promise<string | null>;
  readonly randomBytes: (size: number) => Buffer;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  /** Called with faults of our own; the client only sees its connection end. */
  readonly onDefect: (error: unknown) => void;
};
