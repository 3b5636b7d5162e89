import { errorClassOf, reasonOf } from '../api/error-class.policy.ts';
import type { SendOutcome } from '../api/whatsapp-api.ts';
import { findMessageToRead } from '../events/event.repository.ts';
import { resumeLine, stopLine } from '../templates/line.repository.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { fallBack } from './fall-back.ts';
import {
  claimSends,
  giveUpCalls,
  listLateNotices,
  listSilentNotices,
  listUntoldReads,
  moveSend,
  putOffSend,
  type Send,
  saveToldRead,
  saveWamid,
} from './send.repository.ts';

const BATCH = 20;
/** Longer than any call: whoever claimed a message this long ago has died. */
const CALL_MS = 60_000;
const FIRST_GAP_MS = 5000;
const LONGEST_GAP_MS = 300_000;
const MAX_ATTEMPTS = 6;
/** WhatsApp takes one message in six seconds to one person, beyond a short burst. */
const PAIR_GAP_MS = 6000;
const STOPPED_GAP_MS = 300_000;
/** A notice that was not taken, or of which nothing was heard, for so long goes as a text. */
const SILENCE_MS = 30 * 60_000;

const gapMs = (attempts: number): number => Math.min(FIRST_GAP_MS * 2 ** (attempts - 1), LONGEST_GAP_MS);

const placeOf = ({ sessionId, seq }: Send) => (sessionId !== null && seq !== null ? { sessionId, seq } : null);

/** Ends a message that WhatsApp refuses: its agent sees why, and a notice goes as a text instead. */
async function failSend(deps: WhatsAppDependencies, send: Send, code: number): Promise<void> {
  const reason = reasonOf(code);
  const failed = await moveSend(
    deps.database,
    { id: send.id },
    { state: 'failed', errorCode: code, reason, now: deps.clock() },
  );
  if (!failed) return;
  deps.metrics.countMessage('out', 'failed');
  const place = placeOf(failed);
  if (place) await deps.support.contacts.recordDelivery(place, { state: 'failed', reason });
  await fallBack(deps, failed.id);
}

async function recordUnknown(deps: WhatsAppDependencies, send: Send): Promise<void> {
  deps.metrics.countMessage('out', 'unknown');
  const place = placeOf(send);
  if (place) await deps.support.contacts.recordDelivery(place, { state: 'unknown', reason: null });
}

/** A refusal that may pass is tried again; it is certain that nothing was sent. */
async function refuse(
  deps: WhatsAppDependencies,
  send: Send,
  { code, message }: { code: number; message: string },
): Promise<void> {
  const { database, clock, log } = deps;
  const kind = errorClassOf(code);
  log.warn({ send: send.id, code, reason: message }, 'WhatsApp has refused a message');
  if (kind === 'stopped') {
    await stopLine(database, { reason: `${message} (error ${code})`, now: clock() });
    await putOffSend(database, {
      id: send.id,
      until: new Date(clock().getTime() + STOPPED_GAP_MS),
      code,
      reason: message,
    });
    return;
  }
  const mayPass = kind === 'rate' || kind === 'pair' || kind === 'passing';
  if (!mayPass || send.attempts >= MAX_ATTEMPTS) return failSend(deps, send, code);
  const gap = kind === 'pair' ? Math.max(PAIR_GAP_MS, gapMs(send.attempts)) : gapMs(send.attempts);
  await putOffSend(database, { id: send.id, until: new Date(clock().getTime() + gap), code, reason: message });
}

async function settle(deps: WhatsAppDependencies, send: Send, outcome: SendOutcome): Promise<void> {
  const { database, clock } = deps;
  const now = clock();
  switch (outcome.kind) {
    case 'accepted': {
      const moved = await moveSend(database, { id: send.id }, { state: 'accepted', wamid: outcome.wamid, now });
      // Its first status was faster than the answer.
      if (!moved) await saveWamid(database, send.id, outcome.wamid);
      deps.metrics.countMessage('out', 'accepted');
      await resumeLine(database);
      const place = placeOf(send);
      if (moved && place) await deps.support.contacts.recordDelivery(place, { state: 'sent', reason: null });
      return;
    }
    case 'refused':
      return refuse(deps, send, outcome);
    case 'not-sent':
      if (send.attempts >= MAX_ATTEMPTS) return failSend(deps, send, 2);
      return putOffSend(database, {
        id: send.id,
        until: new Date(now.getTime() + gapMs(send.attempts)),
        code: null,
        reason: outcome.reason,
      });
    case 'unknown': {
      const moved = await moveSend(database, { id: send.id }, { state: 'unknown', reason: outcome.reason, now });
      if (moved) await recordUnknown(deps, moved);
    }
  }
}

/** A notice to somebody who has taken their consent back meanwhile is not sent by WhatsApp. */
async function isWanted(deps: WhatsAppDependencies, send: Send): Promise<boolean> {
  if (send.purpose !== 'notice' || send.userId === null) return true;
  return deps.wantsNotices(send.userId);
}

async function deliver(deps: WhatsAppDependencies, send: Send): Promise<void> {
  if (send.body === null || !(await isWanted(deps, send))) return failSend(deps, send, 131050);
  await settle(deps, send, await deps.api.send(send.recipient, send.id, send.body));
}

/** Tells WhatsApp that agents have read what people wrote. Not told is not lost: it is told the next time. */
async function tellReads({ database, clock, api }: WhatsAppDependencies): Promise<void> {
  for (const read of await listUntoldReads(database, { now: clock(), limit: BATCH })) {
    const wamid = await findMessageToRead(database, read);
    if (wamid === null || (await api.markRead(wamid))) await saveToldRead(database, read.sessionId, read.upTo);
  }
}

/**
 * Sends what is due, and returns how much. A message is claimed before it is sent and is sent again only
 * where it is certain that it was not: WhatsApp has no key against sending twice. Safe on several
 * instances. Stops after the signal.
 */
export async function deliverSends(deps: WhatsAppDependencies, signal?: AbortSignal): Promise<number> {
  const { database, clock } = deps;
  const now = clock();
  for (const send of await giveUpCalls(database, now, new Date(now.getTime() - CALL_MS)))
    await recordUnknown(deps, send);
  for (const id of await listSilentNotices(database, new Date(now.getTime() - SILENCE_MS), BATCH))
    await fallBack(deps, id);
  const late = new Date(now.getTime() - SILENCE_MS);
  for (const send of await listLateNotices(database, late, BATCH)) await failSend(deps, send, send.errorCode ?? 2);
  let sent = 0;
  while (!signal?.aborted) {
    const sends = await claimSends(database, clock(), BATCH);
    if (sends.length === 0) break;
    await Promise.all(sends.map((send) => deliver(deps, send)));
    sent += sends.length;
  }
  if (!signal?.aborted) await tellReads(deps);
  return sent;
}
