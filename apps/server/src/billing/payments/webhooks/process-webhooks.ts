import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { parseOutsideJson } from '../../../platform/outside/http-client.ts';
import { currentWork } from '../../../platform/trace/current-work.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { processNotice } from '../../incoming-transfers/process-notice.ts';
import { lockPayment } from '../../refunds/refund.repository.ts';
import { recordDispute } from '../disputes/dispute.repository.ts';
import { settleReversal } from '../disputes/record-chargeback.ts';
import type { DisputeContent } from '../gateways/gateway.port.ts';
import { isReversalEvent, WEBHOOK_RETRY_GAPS } from '../payment.policy.ts';
import { appendEvent, findPaymentByReference, type Payment } from '../payment.repository.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { claimDueEvents, finishWebhookEvent, type WebhookEvent, type WebhookSender } from './webhook.repository.ts';

const BATCH = 10;
/** After about an hour only the poll goes on. */
const MAX_ATTEMPTS = 8;
/**
 * How often a webhook is retried that names an unknown payment, or that the gateway's own answer
 * does not confirm yet.
 */
const MAX_DOUBTFUL_ATTEMPTS = 4;

type Outcome =
  | { readonly settled: true }
  | { readonly settled: false; readonly reason: string; readonly attemptsLeft: boolean };

const NO_ANSWER = 'the gateway did not answer';

function readDispute(deps: BillingDependencies, event: WebhookEvent): DisputeContent | null {
  try {
    const gateway = deps.gateways.find(({ id }) => id === event.gateway);
    return gateway?.readDispute?.(parseOutsideJson(event.rawBody)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Records a dispute of a successful payment; a refunded one has nothing left to dispute.
 */
async function openDispute(deps: BillingDependencies, reference: string, dispute: DisputeContent): Promise<void> {
  await runTransaction(deps.database, async (tx) => {
    const payment = await lockPayment(tx, reference);
    if (payment?.status !== 'successful') return;
    await recordDispute(tx, { paymentId: payment.id, openedAt: deps.clock(), dueAt: dispute.dueAt });
  });
}

/**
 * A reversal is confirmed with the gateway, recorded in the payment's history, and logged, so that
 * staff send the evidence for a dispute in time. The dispute is recorded first, so that a
 * chargeback that the gateway already reports closes it.
 */
async function processReversal(deps: BillingDependencies, event: WebhookEvent, payment: Payment): Promise<Outcome> {
  const dispute = readDispute(deps, event);
  const isResolved = dispute?.isResolved ?? false;
  if (dispute && !isResolved) await openDispute(deps, payment.reference, dispute);
  const state = await settleReversal(deps, payment, { eventName: event.eventName, isResolved });
  if (state === 'unknown') {
    return { settled: false, reason: NO_ANSWER, attemptsLeft: event.attempts < MAX_ATTEMPTS };
  }
  const now = deps.clock();
  const dueAt = dispute?.dueAt?.toISOString() ?? null;
  const details = { eventName: event.eventName, webhookEventId: event.id, dueAt };
  await appendEvent(deps.database, {
    paymentId: payment.id,
    kind: 'reversal-notice',
    source: 'webhook',
    details,
    now,
  });
  deps.log.error({ reference: event.reference, ...details }, 'a gateway announces a reversal');
  return { settled: true };
}

/** Takes only the reference from a webhook and asks the gateway itself. */
async function processEvent(deps: BillingDependencies, event: WebhookEvent): Promise<Outcome> {
  const doubtful = (reason: string): Outcome => ({
    settled: false,
    reason,
    attemptsLeft: event.attempts < MAX_DOUBTFUL_ATTEMPTS,
  });
  const notice = await processNotice(deps, event);
  if (notice !== null) {
    if (notice === 'settled') return { settled: true };
    if (notice === 'doubtful') return doubtful('the provider does not confirm it');
    return { settled: false, reason: NO_ANSWER, attemptsLeft: event.attempts < MAX_ATTEMPTS };
  }
  const payment = event.reference === null ? null : await findPaymentByReference(deps.database, event.reference);
  if (!payment || payment.gateway !== event.gateway) return doubtful('unknown reference');
  if (isReversalEvent(event.eventName)) return processReversal(deps, event, payment);
  const { found } = await settlePayment(deps, payment, 'webhook');
  if (found === 'unknown') {
    return { settled: false, reason: NO_ANSWER, attemptsLeft: event.attempts < MAX_ATTEMPTS };
  }
  if (found === 'pending' || found === 'abandoned' || found === 'unclear')
    return doubtful('the gateway calls it unfinished');
  return { settled: true };
}

/**
 * Processes one webhook; its failure affects no other. False when the gateway did not answer.
 */
async function processSafely(deps: BillingDependencies, event: WebhookEvent): Promise<boolean> {
  let outcome: Outcome;
  try {
    const work = { ...currentWork.getStore(), actor: 'webhook', gateway: event.gateway } as const;
    outcome = await currentWork.run(work, () => processEvent(deps, event));
  } catch (error) {
    deps.log.error({ err: error, eventId: event.id }, 'a webhook could not be processed');
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'failed';
    outcome = { settled: false, reason, attemptsLeft: event.attempts < MAX_ATTEMPTS };
  }
  if (outcome.settled) {
    await finishWebhookEvent(deps.database, event.id, { status: 'done', lastError: null });
    deps.metrics?.countWebhook(event.gateway, 'processed');
    return true;
  }
  const status = outcome.attemptsLeft ? 'stored' : 'parked';
  await finishWebhookEvent(deps.database, event.id, { status, lastError: outcome.reason });
  if (status === 'parked') deps.metrics?.countWebhook(event.gateway, 'parked');
  if (status === 'parked') deps.log.warn({ eventId: event.id, reason: outcome.reason }, 'webhook parked');
  return outcome.reason !== NO_ANSWER;
}

/**
 * Processes every due webhook of a gateway, and returns how many. One that cannot be processed is
 * retried at growing intervals and is parked in the end. Safe on several instances; one whose
 * worker died is retried when its lease has expired. Stops after the signal, and after a batch
 * without any answer of the gateway.
 */
export async function processWebhooks(
  deps: BillingDependencies,
  gateway: WebhookSender,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const events = await claimDueEvents(deps.database, {
      gateway,
      now: deps.clock(),
      limit: BATCH,
      ...WEBHOOK_RETRY_GAPS,
    });
    if (events.length === 0) break;
    const answered = await Promise.all(events.map((event) => processSafely(deps, event)));
    count += events.length;
    if (!answered.includes(true)) break;
  }
  return count;
}
