import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@portal/kernel/clock';
import type { Encryption } from '../../../platform/crypto/encryption.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { parseOutsideJson } from '../../../platform/outside/http-client.ts';
import type { WhatsApp } from '../create-whatsapp.ts';
import type { WhatsAppMetrics } from '../whatsapp.metrics.ts';
import { insertEvents } from './event.repository.ts';
import { sealRaw } from './seal-raw.ts';
import { splitWebhook, unreadableEvent } from './split-webhook.policy.ts';

export type WebhookDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly encryption: Pick<Encryption, 'encrypt'>;
  readonly whatsApp: Pick<WhatsApp, 'appSecrets' | 'verifyToken'> | null;
  readonly metrics: WhatsAppMetrics | null;
  /** Has what was stored dealt with. */
  readonly processSoon: () => void;
  readonly log: { readonly warn: (details: object, message: string) => void };
};

/** Compares texts in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/**
 * The challenge by which Meta checks who has the webhook's address. Throws ApiError whatsapp.off and
 * whatsapp.bad-token.
 */
export function answerChallenge(
  whatsApp: Pick<WhatsApp, 'verifyToken'> | null,
  asked: {
    readonly mode: string | undefined;
    readonly token: string | undefined;
    readonly challenge: string | undefined;
  },
): string {
  if (whatsApp === null) throw new ApiError('whatsapp.off');
  const isRight = asked.mode === 'subscribe' && isSame(asked.token ?? '', whatsApp.verifyToken);
  if (!isRight || asked.challenge === undefined) throw new ApiError('whatsapp.bad-token');
  return asked.challenge;
}

function isSigned(secrets: readonly string[], rawBody: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  return secrets.some((secret) => {
    const hex = createHmac('sha256', secret).update(rawBody).digest('hex');
    return isSame(signature, `sha256=${hex}`);
  });
}

function eventsOf(rawBody: Buffer) {
  try {
    return splitWebhook(parseOutsideJson(rawBody.toString('utf8'))) ?? [unreadableEvent(rawBody)];
  } catch {
    return [unreadableEvent(rawBody)];
  }
}

/**
 * Stores what WhatsApp reports, each message and status once, before anything of it is understood; a
 * worker deals with it. Throws ApiError whatsapp.off and whatsapp.bad-signature; then nothing is stored.
 */
export async function receiveWebhook(
  deps: WebhookDependencies,
  { rawBody, signature }: { readonly rawBody: Buffer; readonly signature: unknown },
): Promise<void> {
  const { whatsApp, metrics } = deps;
  if (whatsApp === null) throw new ApiError('whatsapp.off');
  if (!isSigned(whatsApp.appSecrets, rawBody, signature)) {
    metrics?.countWebhook('rejected');
    deps.log.warn({ bytes: rawBody.length }, 'webhook of WhatsApp with a wrong signature');
    throw new ApiError('whatsapp.bad-signature');
  }
  const events = eventsOf(rawBody);
  const isNew = await insertEvents(deps.database, events, {
    now: deps.clock(),
    seal: (raw) => sealRaw(deps.encryption, raw),
  });
  metrics?.countWebhook(isNew > 0 || events.length === 0 ? 'taken' : 'repeated');
  if (isNew > 0) deps.processSoon();
}
