import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { requeueSend } from './send.repository.ts';

/** So long the status of a message may still come. */
const SILENCE_MS = 10 * 60_000;

/**
 * Sends an agent's message again: one that failed, or one of which nothing was heard for ten minutes,
 * which may then arrive twice. Throws ApiError whatsapp.not-resendable, and as the chat does.
 */
export async function resendMessage(
  deps: WhatsAppDependencies,
  order: { readonly chatId: string; readonly agentId: number; readonly seq: number },
): Promise<void> {
  const now = deps.clock();
  const place = await deps.support.contacts.requireWritable(order.chatId, order.agentId, now);
  const queued = await runTransaction(deps.database, (tx) =>
    requeueSend(tx, { sessionId: place, seq: order.seq }, { now, silentSince: new Date(now.getTime() - SILENCE_MS) }),
  );
  if (!queued) throw new ApiError('whatsapp.not-resendable');
  await deps.support.contacts.recordDelivery({ sessionId: place, seq: order.seq }, { state: 'waiting', reason: null });
  deps.support.contacts.deliverSoon();
}
