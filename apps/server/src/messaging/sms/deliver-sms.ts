import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import type { SendSms } from '../../platform/outside/sms-sender.ts';
import type { IsQuiet } from '../preferences/quiet-hours.policy.ts';
import {
  claimDueShort,
  giveUpExpired,
  giveUpShort,
  giveUpUnconsented,
  putOffShort,
  type ShortMessage,
} from './short-message.repository.ts';
import { forgetFallbacks, markTextTaken } from './sms-report.repository.ts';

export type SmsDeliveryDeps = {
  readonly database: Database;
  readonly sendSms: SendSms;
  readonly clock: Clock;
  /** Called with the reason why a text was not accepted. */
  readonly onFailure: (reason: string, messageId: number) => void;
};

const BATCH = 20;
const FIRST_GAP_SECONDS = 15;
const MAX_GAP_SECONDS = 3600;

/** 15, 30, 60 … seconds between attempts: a text is useful for minutes only. */
function gapSeconds(attempts: number): number {
  return Math.min(FIRST_GAP_SECONDS * 2 ** (attempts - 1), MAX_GAP_SECONDS);
}

/**
 * Hands a text that the caller has claimed to the provider and deletes its content once it was
 * accepted; its fallback mail waits for the provider's report. False when it was not accepted: then
 * the job retries it, unless the provider has refused it for good (do-not-disturb, no such number):
 * then the fallback mail is sent, if there is one. Takes as long as the provider's timeout.
 */
export async function deliverSms(deps: SmsDeliveryDeps, sms: ShortMessage): Promise<boolean> {
  const outcome = await deps.sendSms(sms);
  if (outcome.kind === 'taken') {
    await markTextTaken(deps.database, sms.id, outcome.receipt ?? null, deps.clock());
    return true;
  }
  deps.onFailure(outcome.reason, sms.id);
  if (outcome.kind === 'refused') await giveUpShort(deps.database, sms.id, outcome.reason);
  else await putOffShort(deps.database, { id: sms.id, reason: outcome.reason, seconds: gapSeconds(sms.attempts) });
  return false;
}

/**
 * Sends due texts that are not out of date, and deletes the content of those that are.
 * `onLateDelivery` gets the key of each message that was accepted late. Starts no further text
 * after the signal.
 */
export async function deliverDueSms(
  deps: SmsDeliveryDeps & {
    readonly isQuiet: IsQuiet;
    readonly onLateDelivery: (messageKey: string) => Promise<void>;
  },
  signal?: AbortSignal,
): Promise<number> {
  await forgetFallbacks(deps.database);
  await giveUpUnconsented(deps.database, 'sms');
  let count = 0;
  while (count < BATCH && !signal?.aborted) {
    await giveUpExpired(deps.database, 'sms');
    const sms = await claimDueShort(deps.database, 'sms', deps.isQuiet(deps.clock()));
    if (sms === null) break;
    count++;
    if (await deliverSms(deps, sms)) await deps.onLateDelivery(sms.messageKey);
  }
  return count;
}
