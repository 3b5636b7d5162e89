import type { GatewayId } from '@portal/contract/billing/payments/payments';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { type ReconciliationResult, reconcileWithGateways } from '../reconciliation/reconcile-with-gateways.ts';
import { pollPendingPayments } from './settlement/poll-pending-payments.ts';
import { processWebhooks } from './webhooks/process-webhooks.ts';
import type { WebhookSender } from './webhooks/webhook.repository.ts';

export type PaymentJobs = {
  /** One job per gateway, so that one that hangs delays no other. */
  readonly gateways: readonly GatewayId[];
  /** Who sends webhooks: they, and who opens account numbers. */
  readonly senders: readonly WebhookSender[];
  /** Every few seconds, and at once when a webhook arrives. */
  readonly processWebhooks: (sender: WebhookSender, signal?: AbortSignal) => Promise<number>;
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
  const gateways = deps.gateways.map(({ id }) => id);
  return {
    gateways,
    senders: [...new Set([...gateways, ...(deps.intakes ?? []).map(({ id }) => id)])],
    processWebhooks: (sender, signal) => processWebhooks(deps, sender, signal),
    pollPendingPayments: (gateway, signal) => pollPendingPayments(deps, gateway, signal),
    reconcileWithGateways: (signal) => reconcileWithGateways(deps, signal),
  };
}
