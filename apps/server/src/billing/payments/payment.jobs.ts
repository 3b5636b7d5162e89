import type { GatewayId } from '@portal/contract/billing/payments/payments';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { type ReconciliationResult, reconcileWithGateways } from '../reconciliation/reconcile-with-gateways.ts';
import { pollPendingPayments } from './settlement/poll-pending-payments.ts';
import { processWebhooks } from './webhooks/process-webhooks.ts';

export type PaymentJobs = {
  /** One job per gateway, so that one that hangs delays no other. */
  readonly gateways: readonly GatewayId[];
  /** Every few seconds, and at once when a webhook arrives. */
  readonly processWebhooks: (gateway: GatewayId, signal?: AbortSignal) => Promise<number>;
  /** Every RECONCILE_INTERVAL_S. */
  readonly pollPendingPayments: (gateway: GatewayId, signal?: AbortSignal) => Promise<number>;
  /** As often as the poll; has its own, longer interval. */
  readonly reconcileWithGateways: (signal?: AbortSignal) => Promise<ReconciliationResult[]>;
};

/**
 * The background jobs of payments. Each may run on several instances at once, and ends soon after
 * its signal.
 */
export function createPaymentJobs(deps: BillingDependencies): PaymentJobs {
  return {
    gateways: deps.gateways.map(({ id }) => id),
    processWebhooks: (gateway, signal) => processWebhooks(deps, gateway, signal),
    pollPendingPayments: (gateway, signal) => pollPendingPayments(deps, gateway, signal),
    reconcileWithGateways: (signal) => reconcileWithGateways(deps, signal),
  };
}
