import { readInbound } from '../messages/inbound-message.policy.ts';
import { takeMessage } from '../messages/take-message.ts';
import { recordStatus } from '../sends/record-status.ts';
import { readStatus } from '../sends/status.policy.ts';
import { takeField } from '../templates/take-field.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import type { StoredEvent } from './event.repository.ts';
import { claimEvents, finishEvent, putOffEvent } from './event.repository.ts';
import { openRaw } from './seal-raw.ts';
import { readStored } from './split-webhook.policy.ts';

const BATCH = 50;
/** After about four minutes it waits for staff. */
const MAX_ATTEMPTS = 8;

async function processEvent(deps: WhatsAppDependencies, event: StoredEvent): Promise<void> {
  const raw = openRaw(deps.encryption, event.raw);
  const stored = readStored(raw);
  if (event.kind === 'message') {
    const envelope = readInbound(stored);
    if (envelope === null) throw new Error('not a message of WhatsApp');
    return takeMessage(deps, { eventId: event.id, attempts: event.attempts, raw, envelope });
  }
  if (event.kind === 'status') {
    const status = readStatus(stored);
    if (status === null) throw new Error('not a status of WhatsApp');
    await recordStatus(deps, status);
  } else if (event.kind === 'field') {
    await takeField(deps, stored);
  }
  await finishEvent(deps.database, event.id, { raw });
}

/** Processes one event; its failure affects no other. */
async function processSafely(deps: WhatsAppDependencies, event: StoredEvent): Promise<void> {
  try {
    await processEvent(deps, event);
  } catch (error) {
    const isLast = event.attempts >= MAX_ATTEMPTS;
    const reason = error instanceof Error ? error.message : 'failed';
    if (isLast) deps.log.error({ err: error, eventId: event.id }, 'an event of WhatsApp could not be processed');
    else deps.log.warn({ err: error, eventId: event.id }, 'an event of WhatsApp is tried again');
    await putOffEvent(deps.database, { id: event.id, reason, now: deps.clock(), isLast });
  }
}

/**
 * Deals with what WhatsApp has reported, and returns how much. Each event once, also on several
 * instances; those of one sender in their order. One whose worker died is tried again. Stops after the
 * signal.
 */
export async function processEvents(deps: WhatsAppDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const events = await claimEvents(deps.database, deps.clock(), BATCH);
    if (events.length === 0) break;
    await Promise.all(events.map((event) => processSafely(deps, event)));
    count += events.length;
  }
  return count;
}
