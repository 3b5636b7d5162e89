import type { SpeedTestFailure, SpeedTestReading, SpeedTestResult } from './speed-test-engine.ts';

export type WorkerOrder = { readonly origin: string; readonly light: boolean };

export type WorkerReport =
  | { readonly kind: 'started'; readonly totalMs: number }
  | { readonly kind: 'reading'; readonly reading: SpeedTestReading }
  | { readonly kind: 'finished'; readonly result: SpeedTestResult }
  | { readonly kind: 'failed'; readonly reason: SpeedTestFailure };
