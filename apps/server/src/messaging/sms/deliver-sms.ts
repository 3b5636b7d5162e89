import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import type { SendSms } from '../../platform/outside/sms-sender.ts';
import type { IsQuiet } from '../preferences/quiet-hours.policy.ts';
import {
  claimDueShort,
  giveUpExpired,
  giveUpShort,
  putOffShort,
  type ShortMessage,
} from './short-message.repository.ts';
import { forgetFallbacks, markTextTaken } from './sms-report.repository.ts';

export type SmsDeliveryDeps = {
  readonly database: Database;
  readonly sendSms: SendSms;
  readonly clock: Clock;
  /** Hears why a text was not taken. */
  readonly onFailure: (reason: string, messageId: number) => void;
};

const BATCH = 20;
const FIRST_GAP_SECONDS = 15;
const MAX_GAP_SECONDS = 3600;

/** 15, 30, 60 … seconds between attempts: a text is worth something for minutes only. */
function gapSeconds(attempts: number): number {
  return Math.min(FIRST_GAP_SECONDS * 2 ** (attempts - 1), MAX_GAP_SECONDS);
}

/**
 * Hands a text that the caller holds to the provider and forgets what it said once it was taken; the mail that stands in for it waits for the provider's report. False when it was not: then the job tries again,
 * unless the provider has refused it for good (do-not-disturb, no such number): then the mail goes out that stands in for it, if there is one. Takes as
 * long as the provider may.
 */
export async function deliverSms(deps: SmsDeliveryDeps, sms: ShortMessage): Promise<boolean> {
  const outcome = await deps.sendSms(sms);
  if (outcome.kind === 'taken') {
    await markTextTaken(deps.database, sms.id, outcome.receipt ?? null, deps.clock());
    return true;
  }
  deps.onFailure(outcome.reason, sms.id);
  if (outcome.kind === 'refused') await giveUpShort(deps.database, sms.id);
  else await putOffShort(deps.database, sms.id, gapSeconds(sms.attempts));
  return false;
}

/**
 * Delivers the texts that are due and still of use, and forgets those that are not. `onLateDelivery` hears which message, by its key, was taken after all.
 * After the signal no more are begun.
 */
export async function deliverDueSms(
  deps: SmsDeliveryDeps & {
    readonly isQuiet: IsQuiet;
    readonly onLateDelivery: (messageKey: string) => Promise<void>;
  },
  signal?: AbortSignal,
): Promise<number> {
  await forgetFallbacks(deps.database);
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
