import type { Job } from '../platform/jobs/job-runner.ts';
import type { Platform } from '../platform/platform.ts';
import { forgetGivenUp } from './deliveries/failed-message.repository.ts';
import { deliverMessages, type PrintAttachments } from './email/deliver-messages.ts';
import type { NoticeTexts } from './notices/notice-labels.ts';
import { publishNotices } from './notices/publish-notices.ts';
import type { IsQuiet } from './preferences/quiet-hours.policy.ts';
import { deliverDuePushes } from './push/deliver-push.ts';
import { deliverDueSms, type SmsDeliveryDeps } from './sms/deliver-sms.ts';

/** The job that sends the messages of each channel. */
export const DELIVERY_JOBS = { email: 'mail', sms: 'sms', push: 'push' } as const;

const PRUNE_INTERVAL_MS = 3_600_000;
const PUBLISH_INTERVAL_MS = 2000;
const PUSH_INTERVAL_MS = 3000;
const SMS_INTERVAL_MS = 5000;
const MAIL_INTERVAL_MS = 10_000;

/**
 * The jobs that send messages. Without a mail server or an SMS provider theirs stay in the outbox.
 */
export function messagingJobs(
  { database, clock, logger, push, publishLiveUpdate, sendEmail, settings }: Platform,
  made: {
    readonly texts: NoticeTexts;
    readonly isQuiet: IsQuiet;
    readonly smsDelivery: SmsDeliveryDeps | null;
    readonly printAttachments: PrintAttachments;
    readonly unsubscribeAt: (userId: number) => string;
    /** A text was accepted after its writer had stopped waiting. */
    readonly onLateDelivery: (messageKey: string) => Promise<void>;
  },
): Job[] {
  const { texts, isQuiet, smsDelivery, printAttachments, unsubscribeAt, onLateDelivery } = made;
  const outbox = { database, clock, isQuiet };
  const pushes = {
    ...outbox,
    texts,
    settings,
    sendPush: push.send,
    onFailure: (reason: string, messageId: number) => logger.warn({ reason, messageId }, 'push not taken'),
  };
  const onMailFailure = (err: unknown, messageId: number, givenUp: boolean) => {
    if (givenUp) logger.error({ err, messageId }, 'mail given up');
    else logger.warn({ err, messageId }, 'mail not taken');
  };
  const mails = sendEmail && { ...outbox, sendEmail, printAttachments, unsubscribeAt, onFailure: onMailFailure };
  const texting = smsDelivery && { ...smsDelivery, isQuiet, onLateDelivery };
  const publishing = { database, publishLiveUpdate };
  return [
    { name: 'notices', intervalMs: PUBLISH_INTERVAL_MS, work: (signal) => publishNotices(publishing, signal) },
    { name: DELIVERY_JOBS.push, intervalMs: PUSH_INTERVAL_MS, work: (signal) => deliverDuePushes(pushes, signal) },
    { name: 'prune failed mail', intervalMs: PRUNE_INTERVAL_MS, work: () => forgetGivenUp(database) },
    ...(mails
      ? [
          {
            name: DELIVERY_JOBS.email,
            intervalMs: MAIL_INTERVAL_MS,
            work: (signal: AbortSignal) => deliverMessages(mails, signal),
          },
        ]
      : []),
    ...(texting
      ? [
          {
            name: DELIVERY_JOBS.sms,
            intervalMs: SMS_INTERVAL_MS,
            work: (signal: AbortSignal) => deliverDueSms(texting, signal),
          },
        ]
      : []),
  ];
}
