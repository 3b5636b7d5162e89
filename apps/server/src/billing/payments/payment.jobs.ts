import type { GatewayId } from '@portal/contract/billing/payments';
import { compareWithGateways, type Difference } from '../reconciliation/reconcile-with-gateways.ts';
import type { RefundParts } from '../refunds/refund-dependencies.ts';
import { sweepPayments } from './poll-pending-payments.ts';
import { workOffWebhooks } from './webhooks/process-webhooks.ts';

export type PaymentJobs = {
  /** Each has rounds of its own, so that one that hangs holds up no other. */
  readonly gateways: readonly GatewayId[];
  /** Every few seconds, and at once when a notice arrives. */
  readonly workOffWebhooks: (gateway: GatewayId, signal?: AbortSignal) => Promise<number>;
  /** Every RECONCILE_INTERVAL_S. */
  readonly sweepPayments: (gateway: GatewayId, signal?: AbortSignal) => Promise<number>;
  /** As often as the sweep; keeps its own, longer interval. */
  readonly compareWithGateways: (signal?: AbortSignal) => Promise<Difference[]>;
};

/** What payments do without being asked. Each may run on several instances at once, and ends soon after its signal. */
export function createPaymentJobs(parts: RefundParts): PaymentJobs {
  return {
    gateways: parts.gateways.map(({ id }) => id),
    workOffWebhooks: (gateway, signal) => workOffWebhooks(parts, gateway, signal),
    sweepPayments: (gateway, signal) => sweepPayments(parts, gateway, signal),
    compareWithGateways: (signal) => compareWithGateways(parts, signal),
  };
}
