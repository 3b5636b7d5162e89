import { compareWithGateways, type Difference } from './compare-with-gateways.ts';
import type { RefundParts } from './refund-parts.port.ts';
import { sweepPayments } from './sweep-payments.ts';
import { workOffWebhooks } from './work-off-webhooks.ts';

export type PaymentJobs = {
  /** Every few seconds, and at once when a notice arrives. */
  readonly workOffWebhooks: (signal?: AbortSignal) => Promise<number>;
  /** Every RECONCILE_INTERVAL_S. */
  readonly sweepPayments: (signal?: AbortSignal) => Promise<number>;
  /** As often as the sweep; keeps its own, longer interval. */
  readonly compareWithGateways: (signal?: AbortSignal) => Promise<Difference[]>;
};

/** What payments do without being asked. Each may run on several instances at once, and ends soon after its signal. */
export function createPaymentJobs(parts: RefundParts): PaymentJobs {
  return {
    workOffWebhooks: (signal) => workOffWebhooks(parts, signal),
    sweepPayments: (signal) => sweepPayments(parts, signal),
    compareWithGateways: (signal) => compareWithGateways(parts, signal),
  };
}
