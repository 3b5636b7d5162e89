import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database/connection.ts';
import { deliverDueSms, deliverSms, type SmsDeliveryDeps } from './features/notification/deliver-sms.ts';
import type { NoticeTexts } from './features/notification/notice-words.ts';
import { createQueueSms, type QueueSms, withdrawSms } from './features/notification/queue-sms.ts';
import { isQuietAt, type QuietHours } from './features/notification/quiet-hours.policy.ts';
import { noteLateDelivery } from './features/phone-verification/note-late-delivery.ts';
import type { SendPhoneCodeDeps } from './features/phone-verification/send-phone-code.ts';
import type { SendSms } from './outside/sms-sender.ts';

/** Where the outbox of texts and the phone codes meet. `deliverDue` is the job; null without a provider, when texts are read in the outbox. */
export type SmsParts = {
  readonly queueSms: QueueSms;
  readonly phoneCodes: Pick<SendPhoneCodeDeps, 'queueSms' | 'withdrawSms' | 'canReachPhones'>;
  readonly deliverDue: ((signal: AbortSignal) => Promise<number>) | null;
};

/** Without a provider texts reach their readers through the outbox, which production does not show. */
export function createSmsParts(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly sendSms: SendSms | null;
  readonly noticeTexts: NoticeTexts;
  readonly config: { readonly production: boolean; readonly quietHours: QuietHours };
}): SmsParts {
  const { database, clock, logger, sendSms } = parts;
  const onFailure = (reason: string, messageId: number) => logger.warn({ reason, messageId }, 'SMS not taken');
  const delivery: SmsDeliveryDeps | null = sendSms && { database, sendSms, clock, onFailure };
  const isQuiet = (at: Date) => isQuietAt(parts.config.quietHours, at);
  const onLateDelivery = (messageKey: string) => noteLateDelivery(database, messageKey);
  const queueSms = createQueueSms(parts.noticeTexts);
  return {
    queueSms,
    phoneCodes: {
      canReachPhones: delivery !== null || !parts.config.production,
      queueSms: async (tx, sms) => {
        const queued = await queueSms(tx, sms);
        return delivery && (() => deliverSms(delivery, queued));
      },
      withdrawSms,
    },
    deliverDue: delivery && ((signal) => deliverDueSms({ ...delivery, isQuiet, onLateDelivery }, signal)),
  };
}
