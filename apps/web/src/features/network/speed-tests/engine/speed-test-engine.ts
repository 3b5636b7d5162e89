import type { TestTrace } from '@portal/contract/network/speed-tests';

/**
 * The result of a finished test. Mbps and milliseconds; null where it was not measured, never
 * filled in.
 */
export type SpeedTestResult = {
  readonly downloadMbps: number;
  readonly uploadMbps: number;
  readonly pingMs: number;
  /** Mean difference between one ping and the next. */
  readonly jitterMs: number | null;
  /** Median ping while the download filled the line. */
  readonly loadedPingMs: number | null;
  /** The data that the test used, both ways. */
  readonly usedBytes: number;
  /**
   * `browser` where the server has no meter: then buffers on the way count as sent, and the upload
   * is too high.
   */
  readonly uploadCountedBy: 'server' | 'browser';
  /** Host of a test server that is not the provider's own; null for ours. */
  readonly foreignServer: string | null;
  /** Of the test at a server of ours, which has counted its bytes; null where there was none. */
  readonly session: string | null;
  /** How late the measuring itself ran at worst: a busy device measures itself. */
  readonly lagMs: number;
  /** The raw data; null where nothing was measured. */
  readonly trace: TestTrace | null;
  readonly simulated: boolean;
};

/** The progress of a running test. */
export type SpeedTestReading = {
  readonly phase: 'ping' | 'download' | 'upload';
  /** Of the last moments; null until something moved. */
  readonly mbps: number | null;
  readonly pingMs: number | null;
  /** Once the download is measured. */
  readonly downloadMbps: number | null;
  /** The data that the test has used so far, both ways. */
  readonly usedBytes: number;
};

/** Why there is no number: a wrong one would be worse. */
export type SpeedTestFailure = 'busy' | 'limited' | 'hidden' | 'offline' | 'unreachable' | 'unsteady';

export class SpeedTestError extends Error {
  readonly reason: SpeedTestFailure;

  constructor(reason: SpeedTestFailure, options?: ErrorOptions) {
    super(`The speed test could not measure: ${reason}`, options);
    this.reason = reason;
  }
}

export type SpeedTestRun = {
  /** Less time on the line, little more than half the data. */
  readonly light: boolean;
  /** The clock starts: the test takes so long from now. */
  readonly onStart: (totalMs: number) => void;
  readonly onReading: (reading: SpeedTestReading) => void;
  readonly signal: AbortSignal;
};

/** Runs one test. Rejects with SpeedTestError, or with the signal's reason once that is aborted. */
export type SpeedTestEngine = (run: SpeedTestRun) => Promise<SpeedTestResult>;
