import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayId } from '@portal/contract/billing/payments/payments';
import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { parseOutsideJson } from '../../../platform/outside/http-client.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import type { Intake } from '../../incoming-transfers/intake.port.ts';
import { hashMandateCode } from '../../mandates/hash-mandate-code.ts';
import { hintMandates } from '../../mandates/mandate.repository.ts';
import type { Gateway, WebhookContent } from '../gateways/gateway.port.ts';
import { finishWebhookEvent, insertWebhookEvent, type WebhookSender } from './webhook.repository.ts';

const PRINTABLE = /^[\x20-\x7e]{1,200}$/;
const SHORT = /^[\x20-\x7e]{1,100}$/;

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Tokens that charge the payer's card; they are not needed in a stored webhook. */
const CARD_TOKEN = /("(?:authorization_code|token)"\s*:\s*")[^"]*"/g;

/** Text columns can store neither NUL nor broken UTF-8; such a body is stored in base64. */
function storableBody(rawBody: Buffer): string {
  if (!isUtf8(rawBody) || rawBody.includes(0)) return `base64:${rawBody.toString('base64')}`;
  return rawBody.toString('utf8').replace(CARD_TOKEN, '$1left out"');
}

type Sender = { readonly gateway: Gateway | null; readonly intake: Intake | null };

/** The content of a webhook about a payment of ours, or about money to an account number. */
function contentOf({ gateway, intake }: Sender, body: unknown): WebhookContent | null {
  const webhook = gateway?.readWebhook(body) ?? null;
  if (PAYMENT_REFERENCE.test(webhook?.reference ?? '')) return webhook;
  const notice = intake?.readNotice(body);
  if (!notice) return webhook && { ...webhook, reference: null };
  const { eventName, eventKey, about } = notice;
  const reference = about.kind === 'transfer' ? about.reference : about.providerReference;
  return { eventName, eventKey, reference };
}

function readWebhook(sender: Sender, rawBody: Buffer): WebhookContent {
  const unreadable = { eventName: 'unreadable', eventKey: `body:${digest(rawBody)}`, reference: null };
  try {
    const webhook = contentOf(sender, parseOutsideJson(rawBody.toString('utf8')));
    if (!webhook) return unreadable;
    return {
      eventName: PRINTABLE.test(webhook.eventName) ? webhook.eventName.slice(0, 100) : 'unreadable',
      eventKey: PRINTABLE.test(webhook.eventKey) ? webhook.eventKey : `long:${digest(webhook.eventKey)}`,
      reference: SHORT.test(webhook.reference ?? '') ? webhook.reference : null,
      ...(webhook.mandate && { mandate: webhook.mandate }),
    };
  } catch {
    return unreadable;
  }
}

/** Has the stored webhooks of a sender processed soon. */
export type WakeWebhookWorker = (sender: WebhookSender) => void;

type Received = BillingDependencies & {
  readonly wakeWebhookWorker: WakeWebhookWorker;
  readonly wakeMandates: () => void;
};

/**
 * Stores a message about a bank mandate and has the gateway asked about that mandate soon, in one transaction:
 * nothing else follows from it.
 */
async function receiveMandate(
  deps: Received,
  provider: GatewayId,
  event: Parameters<typeof insertWebhookEvent>[1],
  { reference, code, email }: NonNullable<WebhookContent['mandate']>,
): Promise<void> {
  const codeHash = code === null ? null : hashMandateCode(deps, provider, code);
  const outcome = await runTransaction(deps.database, async (tx) => {
    // First, so that a repeat does not hold the mandate while the check that this one wakes looks for it.
    const id = await insertWebhookEvent(tx, { ...event, status: 'done', lastError: null });
    if (id === null) return 'duplicate';
    const hinted = await hintMandates(tx, { provider, reference, codeHash, email }, deps.clock());
    if (hinted > 0) return 'processed';
    await finishWebhookEvent(tx, id, { status: 'parked', lastError: 'about no mandate of ours' });
    return 'parked';
  });
  deps.metrics?.countWebhook(provider, outcome);
  if (outcome === 'processed') deps.wakeMandates();
  if (outcome === 'parked') deps.log.warn({ gateway: provider, eventName: event.eventName }, 'webhook parked');
}

/**
 * Stores a webhook of a gateway, or of who opens account numbers, as it arrived, without card tokens, once,
 * and has it processed afterwards; nothing in it counts as proof yet. A repeat does nothing. A signed webhook
 * about no payment or account number of ours is parked for staff. Throws payment.unknown-gateway,
 * payment.bad-signature; then nothing is stored.
 */
export async function receiveWebhook(
  deps: Received,
  request: { readonly gatewayId: string; readonly headers: IncomingHttpHeaders; readonly rawBody: Buffer },
): Promise<void> {
  const { gatewayId: id, headers, rawBody } = request;
  const gateway = deps.gateways.find((each) => each.id === id) ?? null;
  const intake = deps.intakes?.find((each) => each.id === id) ?? null;
  const sender = gateway ?? intake;
  if (!sender) throw new ApiError('payment.unknown-gateway');
  if (!sender.authenticate(headers, rawBody)) {
    deps.metrics?.countWebhook(sender.id, 'rejected');
    deps.log.warn({ gateway: id, bytes: rawBody.length }, 'webhook with a wrong signature');
    throw new ApiError('payment.bad-signature');
  }
  const { mandate, ...webhook } = readWebhook({ gateway, intake }, rawBody);
  const now = deps.clock();
  const stored = {
    ...webhook,
    gateway: sender.id,
    rawBody: storableBody(rawBody),
    nextAttemptAt: now,
    receivedAt: now,
  };
  if (gateway && mandate) return receiveMandate(deps, gateway.id, stored, mandate);
  const newId = await insertWebhookEvent(deps.database, {
    ...stored,
    status: webhook.reference === null ? 'parked' : 'stored',
    lastError: webhook.reference === null ? 'about no payment of ours' : null,
  });
  if (newId === null) return deps.metrics?.countWebhook(sender.id, 'duplicate');
  if (webhook.reference !== null) return deps.wakeWebhookWorker(sender.id);
  deps.metrics?.countWebhook(sender.id, 'parked');
  deps.log.warn({ gateway: id, eventName: webhook.eventName }, 'webhook parked');
}
