import { reasonOf } from '../api/error-class.policy.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { fallBack } from './fall-back.ts';
import { moveSend, saveWamid } from './send.repository.ts';
import type { MessageStatus } from './status.policy.ts';

/**
 * Records what WhatsApp says became of a message of ours, found by what we sent along or by WhatsApp's
 * id. Safe to repeat and in any order. A status of a message that is not ours changes nothing.
 */
export async function recordStatus(deps: WhatsAppDependencies, status: MessageStatus): Promise<void> {
  const { wamid, reference, state, errorCode } = status;
  const now = deps.clock();
  const reason = state === 'failed' ? reasonOf(errorCode ?? 0) : null;
  const next = {
    state,
    wamid,
    now,
    ...(state === 'failed' ? { errorCode, reason } : { errorCode: null, reason: null }),
  };
  const moved =
    (reference === null ? null : await moveSend(deps.database, { id: reference }, next)) ??
    (await moveSend(deps.database, { wamid }, next));
  if (!moved) {
    if (reference !== null) await saveWamid(deps.database, reference, wamid);
    return;
  }
  deps.metrics.countMessage('out', state);
  if (moved.sessionId !== null && moved.seq !== null) {
    const place = { sessionId: moved.sessionId, seq: moved.seq };
    await deps.support.contacts.recordDelivery(place, state === 'failed' ? { state, reason } : { state, reason: null });
  }
  if (state === 'failed') await fallBack(deps, moved.id);
}
