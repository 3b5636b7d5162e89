import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { PAYMENT_REFERENCE } from '@portal/kernel/payment-reference';
import { ApiError } from '../../../platform/http/api-error.ts';
import { parseOutsideJson } from '../../../platform/outside/http-client.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import type { Gateway, Notice } from '../gateways/gateway.port.ts';
import { insertWebhookEvent } from './webhook.repository.ts';

const PRINTABLE = /^[\x20-\x7e]{1,200}$/;

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What charges the payer's card again; nobody needs it in a notice. */
const CARD_TOKEN = /("(?:authorization_code|token)"\s*:\s*")[^"]*"/g;

/** Text columns hold neither NUL nor broken UTF-8; such a body is kept in base64. */
function storableBody(rawBody: Buffer): string {
  if (!isUtf8(rawBody) || rawBody.includes(0)) return `base64:${rawBody.toString('base64')}`;
  return rawBody.toString('utf8').replace(CARD_TOKEN, '$1left out"');
}

function readNotice(gateway: Gateway, rawBody: Buffer): Notice {
  const unreadable = { eventName: 'unreadable', eventKey: `body:${digest(rawBody)}`, reference: null };
  try {
    const notice = gateway.readNotice(parseOutsideJson(rawBody.toString('utf8')));
    if (!notice) return unreadable;
    return {
      eventName: PRINTABLE.test(notice.eventName) ? notice.eventName.slice(0, 100) : 'unreadable',
      eventKey: PRINTABLE.test(notice.eventKey) ? notice.eventKey : `long:${digest(notice.eventKey)}`,
      reference: PAYMENT_REFERENCE.test(notice.reference ?? '') ? notice.reference : null,
    };
  } catch {
    return unreadable;
  }
}

/**
 * Stores a gateway's webhook as it arrived but for what charges cards, once, and has it processed
 * afterwards; nothing is believed yet. A repeat does nothing. What is signed but about no payment
 * of ours is parked for people. Throws payment.unknown-gateway, payment.bad-signature; then nothing
 * is stored.
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
  const notice = readNotice(gateway, request.rawBody);
  const now = deps.clock();
  const isNew = await insertWebhookEvent(deps.database, {
    ...notice,
    gateway: gateway.id,
    rawBody: storableBody(request.rawBody),
    status: notice.reference === null ? 'parked' : 'stored',
    lastError: notice.reference === null ? 'about no payment of ours' : null,
    nextAttemptAt: now,
    receivedAt: now,
  });
  if (!isNew) return deps.metrics?.countWebhook(gateway.id, 'duplicate');
  if (notice.reference !== null) return deps.wakeWebhookWorker();
  deps.metrics?.countWebhook(gateway.id, 'parked');
  deps.log.warn({ gateway: gateway.id, eventName: notice.eventName }, 'webhook parked');
}
