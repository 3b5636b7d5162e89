import type { Clock } from '@portal/kernel/clock';
import { noticeAddress } from '@portal/kernel/messaging/notices/notice-address';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/connection.ts';
import type { SendPush } from '../../platform/outside/push-sender.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { isNoticeKind, type NoticeTexts, sentWords, speakerOf } from '../notices/notice-labels.ts';
import { markMessageSent } from '../preferences/notification.repository.ts';
import type { IsQuiet } from '../preferences/quiet-hours.policy.ts';
import {
  claimDueShort,
  giveUpExpired,
  giveUpShort,
  giveUpUnconsented,
  putOffShort,
  type ShortMessage,
} from '../sms/short-message.repository.ts';
import { findPushSubscription, forgetPushSubscription } from './push.repository.ts';

export type PushDeliveryDeps = {
  readonly database: Database;
  readonly sendPush: SendPush;
  readonly texts: NoticeTexts;
  readonly settings: Pick<Settings, 'get'>;
  readonly clock: Clock;
  readonly isQuiet: IsQuiet;
  /** Called with the reason why a push was not accepted. */
  readonly onFailure: (reason: string, messageId: number) => void;
};

const LANES = 4;
const FIRST_GAP_SECONDS = 30;
const MAX_GAP_SECONDS = 3600;

/** The payload that `writeNotice` stored. */
const written = z.object({ id: z.number(), kind: z.string(), values: z.record(z.string(), z.string()) });

/**
 * What the service worker shows, in the language of its reader; null for a kind that no longer
 * exists.
 */
function payloadOf(
  text: string,
  language: Parameters<typeof speakerOf>[1],
  { texts, settings }: Pick<PushDeliveryDeps, 'texts' | 'settings'>,
): string | null {
  const { id, kind, values } = z.parse(written, JSON.parse(text));
  if (!isNoticeKind(kind)) return null;
  const { title, text: body } = sentWords(kind, values, {
    language,
    speak: speakerOf(texts, language),
    settings,
  });
  return JSON.stringify({ id, title, body, href: noticeAddress(kind, values) });
}

async function deliver(deps: PushDeliveryDeps, push: ShortMessage): Promise<void> {
  const { database } = deps;
  const subscriptionId = Number(push.recipient);
  const target = await findPushSubscription(database, subscriptionId);
  const payload = target && payloadOf(push.text, target.language, deps);
  if (!target || payload === null) return giveUpShort(database, push.id, null);
  const outcome = await deps.sendPush(target, payload);
  if (outcome.kind === 'taken') return markMessageSent(database, push.id, deps.clock());
  if (outcome.kind === 'gone') {
    await forgetPushSubscription(database, subscriptionId);
    return giveUpShort(database, push.id, null);
  }
  deps.onFailure(outcome.reason, push.id);
  if (outcome.kind === 'refused') return giveUpShort(database, push.id, outcome.reason);
  const seconds = Math.min(FIRST_GAP_SECONDS * 2 ** Math.min(push.attempts - 1, 7), MAX_GAP_SECONDS);
  await putOffShort(database, { id: push.id, reason: outcome.reason, seconds });
}

/**
 * Sends due pushes that are not out of date, a few at a time, until none is left. Deletes a
 * subscription that its push service reports as gone. Starts no further push after the signal.
 */
export async function deliverDuePushes(deps: PushDeliveryDeps, signal?: AbortSignal): Promise<void> {
  await giveUpExpired(deps.database, 'push');
  await giveUpUnconsented(deps.database, 'push');
  async function work(): Promise<void> {
    while (!signal?.aborted) {
      const push = await claimDueShort(deps.database, 'push', deps.isQuiet(deps.clock()));
      if (push === null) return;
      await deliver(deps, push);
    }
  }
  await Promise.all(Array.from({ length: LANES }, work));
}
