import type { LanguageCode } from '@portal/contract/messaging/notices';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { NoticeKind } from '@portal/kernel/messaging/notices/notice';
import {
  accountMailComposed,
  accountNoticeComposed,
  accountRegistered,
  dataExportReady,
  deletionRequested,
  deletionWithdrawn,
  identityApprovalEnded,
  languageCorrected,
} from '../identity/events.ts';
import { type Identity, lockAccount, recordAudit } from '../identity/index.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable, Transaction } from '../platform/database/connection.ts';
import { handler } from '../platform/events/domain-events.ts';
import { createPort } from '../platform/events/port.ts';
import type { Platform } from '../platform/platform.ts';
import { changeConsents, offeredConsents } from './consents/change-consents.ts';
import { countWhatsAppReaders, listWhatsAppReaders } from './consents/consent.repository.ts';
import { registerConsents } from './consents/consent.routes.ts';
import { unsubscribeAddress } from './consents/unsubscribe-link.ts';
import { registerUnsubscribePage } from './consents/unsubscribe-page.ts';
import { listLinkMessages } from './deliveries/link-message.repository.ts';
import type { PrintAttachments } from './email/deliver-messages.ts';
import { createQueueEmail } from './email/queue-email.ts';
import { DELIVERY_JOBS, messagingJobs } from './messaging.jobs.ts';
import { countMessages } from './messaging.metrics.ts';
import { createNotify, type QueueWhatsApp } from './notices/create-notify.ts';
import { registerNotices } from './notices/notice.routes.ts';
import { type NoticeTexts, speakerOf, templateWords } from './notices/notice-labels.ts';
import { type NoticeTest, sendNoticeTest } from './notices/send-notice-test.ts';
import {
  findChoices,
  findLanguage,
  insertMessages,
  isBacklogged,
  listContacts,
  type NewMessage,
  saveLanguage,
} from './preferences/notification.repository.ts';
import { registerNotification } from './preferences/notification.routes.ts';
import { type IsQuiet, isQuietAt } from './preferences/quiet-hours.policy.ts';
import { saveChoices } from './preferences/save-choices.ts';
import { createTextMessages } from './sms/create-text-messages.ts';
import { deliverSms, type SmsDeliveryDeps } from './sms/deliver-sms.ts';
import { createQueueSms, queueText, withdrawSms } from './sms/queue-sms.ts';
import { createSmsReports } from './sms/receive-sms-report.ts';
import { registerSmsReports } from './sms/sms-report.routes.ts';

export { changeConsents } from './consents/change-consents.ts';
export { recordBounce } from './deliveries/bounce.repository.ts';
export {
  countFailedMessages,
  listFailedMessages,
  retryMessages,
} from './deliveries/failed-message.repository.ts';
export { registerOutboxPage } from './email/outbox-page.ts';
export type { QueueWhatsApp, WhatsAppNotice } from './notices/create-notify.ts';
export { findLineName } from './notices/line-name.repository.ts';
export type { NoticeTexts } from './notices/notice-labels.ts';
export { findLanguage, listMessages, saveLanguage } from './preferences/notification.repository.ts';
export { cutGsm, gsmLength, gsmText } from './sms/gsm-text.policy.ts';
export { countTexts } from './sms/short-message.repository.ts';

/**
 * What one run of the mail job sends in some seconds: announcements to many customers wait beyond
 * it.
 */
const BACKLOG = 300;

export type Messaging = ReturnType<typeof createMessaging>;

/**
 * Notifies people at the bell, by mail, SMS and push, as they chose. Connects the text codes of
 * identity.
 */
export function createMessaging(
  platform: Platform,
  {
    identity,
    noticeTexts: texts,
    hasWhatsApp,
  }: { readonly identity: Identity; readonly noticeTexts: NoticeTexts; readonly hasWhatsApp: boolean },
) {
  const { config, database, clock, logger, publishLiveUpdate, metricsRegistry, settings } = platform;
  const senders = countMessages(metricsRegistry, platform);
  const { sendEmail, sendSms, push } = senders;
  const unsubscribeAt = (userId: number) => unsubscribeAddress(platform.publicUrl.origin, platform.hashKey, userId);
  const composing = { texts, settings, origin: platform.publicUrl.origin, unsubscribeAt };
  const isQuiet: IsQuiet = (at) => isQuietAt(config.quietHours, at);
  const queueEmail = createQueueEmail(texts, settings);
  const queueSms = createQueueSms(texts);
  const smsReports = createSmsReports({ database, secrets: config.smsReports });
  const smsDelivery: SmsDeliveryDeps | null = sendSms && {
    database,
    sendSms,
    clock,
    onFailure: (reason, messageId) => logger.warn({ reason, messageId }, 'SMS not taken'),
  };
  // Without a provider texts can be read on the outbox page only, which production does not have.
  const canReachPhones = smsDelivery !== null || !config.production;
  identity.textCodes.connect({
    canReachPhones,
    queueSms: async (tx, sms) => {
      const queued = await queueSms(tx, sms);
      return smsDelivery && (() => deliverSms(smsDelivery, queued));
    },
    withdrawSms,
  });
  identity.linkMessages.connect(listLinkMessages);
  // Without a mail server mails stay in the outbox, which delays nothing.
  const channels = sendEmail ? (['email', 'push'] as const) : (['push'] as const);
  const mailAttachments = createPort<PrintAttachments>('documents as PDF');
  const whatsApp = createPort<QueueWhatsApp>('notices on WhatsApp');
  const queueWhatsApp: QueueWhatsApp = (queryable, notices) => whatsApp.get()(queryable, notices);
  const notify = createNotify({
    ...composing,
    canText: canReachPhones,
    queueWhatsApp: hasWhatsApp ? queueWhatsApp : null,
  });
  return {
    /** Prints what is attached to a mail. */
    mailAttachments,
    /** Translates our texts into a language. */
    speakIn: (language: LanguageCode) => speakerOf(texts, language),
    /** Queues notices for WhatsApp; connected where there is one. */
    whatsApp,
    /** What a notice says in a language, with the names of its values in braces. */
    noticeWords: (kind: NoticeKind, language: LanguageCode) =>
      templateWords(kind, { language, speak: speakerOf(texts, language), settings }),
    /** The text that is sent where WhatsApp does not deliver a notice; once for each key. */
    queueFallback: (tx: Transaction, text: NewMessage) => insertMessages(tx, [text]),
    /** Logs whether somebody wants notices on WhatsApp, as they have said themselves, or as their number shows. */
    changeWhatsAppConsent: (
      tx: Transaction,
      { given, ...order }: { userId: number; given: boolean; source: 'whatsapp' | 'number-moved'; now: Date },
    ) => changeConsents(tx, { ...order, change: { whatsapp: given }, actorId: null }),
    /** Those of the people who want notices on WhatsApp. */
    listWhatsAppReaders,
    findVerifiedPhone: async (queryable: Queryable, userId: number) =>
      (await listContacts(queryable, [userId])).get(userId)?.phone ?? null,
    countWhatsAppReaders,
    notify,
    queueEmail,
    queueSms,
    queueText,
    /** Reports of SMS providers, and what proves that one comes from its provider. */
    smsReports,
    textMessages: createTextMessages({
      canText: canReachPhones,
      sends: smsDelivery !== null,
      partPriceKobo: config.smsPartPriceKobo,
      isQuiet,
    }),
    sendNoticeTest: (queryable: Queryable, test: NoticeTest) => sendNoticeTest(composing, queryable, test),
    /** Has the due messages of a channel sent soon. */
    wakeChannel: (channel: keyof typeof DELIVERY_JOBS) => platform.jobs.wake(DELIVERY_JOBS[channel]),
    /** Whether promotions have to wait. */
    isQuiet,
    /** Whether more mails and pushes are due than can be sent soon. */
    isOutboxFull: (queryable: Queryable, now: Date) =>
      isBacklogged(queryable, { channels, now, isQuiet: isQuiet(now), most: BACKLOG }),
    /** The language of what is sent to somebody. */
    findLanguage,
    wantsServiceUpdates: async (queryable: Queryable, userId: number) =>
      (await findChoices(queryable, userId)).serviceUpdates,
    routes: (routes, { raw }) => {
      registerSmsReports(routes, { receive: smsReports.receive, rawScope: raw });
      registerNotification(routes, {
        findChoices: (userId) => findChoices(database, userId),
        saveChoices: (userId, choices) => saveChoices({ database, clock }, userId, choices),
      });
      registerConsents(routes, {
        database,
        clock,
        recordAudit,
        offered: offeredConsents(hasWhatsApp),
        isAccount: async (tx, userId) => (await lockAccount(tx, userId)) !== null,
      });
      registerNotices(routes, {
        database,
        settings,
        publishLiveUpdate,
        pushKey: push.publicKey,
        saveLanguage: (userId, language) => saveLanguage(database, userId, language, clock()),
      });
    },
    mount: (app) => registerUnsubscribePage(app, { database, clock, texts, hashKey: platform.hashKey }),
    jobs: messagingJobs(
      { ...platform, ...senders },
      {
        texts,
        isQuiet,
        smsDelivery,
        unsubscribeAt,
        printAttachments: (attached) => mailAttachments.get()(attached),
        onLateDelivery: identity.recordLateDelivery,
      },
    ),
    handlers: [
      handler(accountRegistered, 'keep the language of what is sent to them', async (tx, { userId, language, now }) => {
        if (language !== 'en') await saveLanguage(tx, userId, language, now);
      }),
      handler(languageCorrected, 'write to them in it', (tx, { userId, language, now }) =>
        saveLanguage(tx, userId, language, now),
      ),
      handler(accountNoticeComposed, 'tell the customer', notify),
      handler(accountMailComposed, 'put the mail into the outbox', queueEmail),
      handler(dataExportReady, 'tell the person', (tx, { userId, exportId, until }) =>
        notify(tx, {
          key: `data-export:${exportId}`,
          customerId: userId,
          kind: 'data-export-ready',
          values: { until: formatLagosDay(until) },
        }),
      ),
      handler(deletionRequested, 'tell the person', (tx, { userId, deletionId, dueAt }) =>
        notify(tx, {
          key: `deletion:${deletionId}`,
          customerId: userId,
          kind: 'deletion-scheduled',
          values: { date: formatLagosDay(dueAt) },
        }),
      ),
      handler(deletionWithdrawn, 'tell the person', (tx, { userId, deletionId }) =>
        notify(tx, {
          key: `deletion-withdrawn:${deletionId}`,
          customerId: userId,
          kind: 'deletion-withdrawn',
          values: {},
        }),
      ),
      handler(identityApprovalEnded, 'tell the customer of an attempt', async (tx, { approvalId, state, userId }) => {
        if (state !== 'refused' && state !== 'expired') return;
        await notify(tx, {
          key: `identity-approval:${approvalId}`,
          customerId: userId,
          kind: 'identity-not-proved',
          values: {},
        });
      }),
    ],
  } satisfies Context & Record<string, unknown>;
}
