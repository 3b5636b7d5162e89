import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { parseOutsideJson } from '../../../platform/outside/http-client.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import type { Gateway, WebhookContent } from '../gateways/gateway.port.ts';
import { insertWebhookEvent } from './webhook.repository.ts';

const PRINTABLE = /^[\x20-\x7e]{1,200}$/;

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

function readWebhook(gateway: Gateway, rawBody: Buffer): WebhookContent {
  const unreadable = { eventName: 'unreadable', eventKey: `body:${digest(rawBody)}`, reference: null };
  try {
    const webhook = gateway.readWebhook(parseOutsideJson(rawBody.toString('utf8')));
    if (!webhook) return unreadable;
    return {
      eventName: PRINTABLE.test(webhook.eventName) ? webhook.eventName.slice(0, 100) : 'unreadable',
      eventKey: PRINTABLE.test(webhook.eventKey) ? webhook.eventKey : `long:${digest(webhook.eventKey)}`,
      reference: PAYMENT_REFERENCE.test(webhook.reference ?? '') ? webhook.reference : null,
    };
  } catch {
    return unreadable;
  }
}

/**
 * Stores a gateway's webhook as it arrived, without card tokens, once, and has it processed
 * afterwards; nothing in it counts as proof yet. A repeat does nothing. A signed webhook about no
 * payment of ours is parked for staff. Throws payment.unknown-gateway, payment.bad-signature; then
 * nothing is stored.
 */
export async function receiveWebhook(
  deps: BillingDependencies & { readonly wakeWebhookWorker: () => void },
  request: { readonly gatewayId: string; readonly headers: IncomingHttpHeaders; readonly rawBody: Buffer },
): Promise<void> {
  const gateway = deps.gateways.find(({ id }) => id === request.gatewayId);
  if (!gateway) throw new ApiError('payment.unknown-gateway');
  if (!gateway.authenticate(request.headers, request.rawBody)) {
    deps.metrics?.countWebhook(gateway.id, 'rejected');
    deps.log.warn({ gateway: gateway.id, bytes: request.rawBody.length }, 'webhook with a wrong signature');
    throw new ApiError('payment.bad-signature');
  }
  const webhook = readWebhook(gateway, request.rawBody);
  const now = deps.clock();
  const isNew = await insertWebhookEvent(deps.database, {
    ...webhook,
    gateway: gateway.id,
    rawBody: storableBody(request.rawBody),
    status: webhook.reference === null ? 'parked' : 'stored',
    lastError: webhook.reference === null ? 'about no payment of ours' : null,
    nextAttemptAt: now,
    receivedAt: now,
  });
  if (!isNew) return deps.metrics?.countWebhook(gateway.id, 'duplicate');
  if (webhook.reference !== null) return deps.wakeWebhookWorker();
  deps.metrics?.countWebhook(gateway.id, 'parked');
  deps.log.warn({ gateway: gateway.id, eventName: webhook.eventName }, 'webhook parked');
}
