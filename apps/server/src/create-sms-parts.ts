import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import { noteLateDelivery } from './identity/phone-verification/record-late-delivery.ts';
import type { SendPhoneCodeDeps } from './identity/phone-verification/send-phone-code.ts';
import type { NoticeTexts } from './messaging/notices/notice-labels.ts';
import { isQuietAt, type QuietHours } from './messaging/preferences/quiet-hours.policy.ts';
import { deliverDueSms, deliverSms, type SmsDeliveryDeps } from './messaging/sms/deliver-sms.ts';
import { createQueueSms, type QueueSms, withdrawSms } from './messaging/sms/queue-sms.ts';
import type { Database } from './platform/database/connection.ts';
import type { SendSms } from './platform/outside/sms-sender.ts';

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
