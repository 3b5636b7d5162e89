import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { deliverMessages, type SendMessage } from './messaging/email/deliver-messages.ts';
import { createQueueEmail, type QueueEmail } from './messaging/email/queue-email.ts';
import { createNotify, type Notify } from './messaging/notices/create-notify.ts';
import { registerNotices } from './messaging/notices/notice.routes.ts';
import type { NoticeTexts } from './messaging/notices/notice-labels.ts';
import { announceNotices } from './messaging/notices/publish-notices.ts';
import {
  findChoices,
  isBacklogged,
  saveChoices,
  saveLanguage,
} from './messaging/preferences/notification.repository.ts';
import { registerNotification } from './messaging/preferences/notification.routes.ts';
import { type IsQuiet, isQuietAt } from './messaging/preferences/quiet-hours.policy.ts';
import { deliverDuePushes } from './messaging/push/deliver-push.ts';
import { registerSmsReports } from './messaging/sms/sms-report.routes.ts';
import type { Config } from './platform/config/config.ts';
import type { Database, Queryable } from './platform/database/connection.ts';
import type { AnnounceChange } from './platform/events/live-updates.ts';
import type { Routes } from './platform/http/route-from-contract.ts';
import type { SendPush } from './platform/outside/push-sender.ts';

const ANNOUNCE_INTERVAL_MS = 2000;
const PUSH_INTERVAL_MS = 3000;
const MAIL_INTERVAL_MS = 10_000;
/** What a round of mail works off in some seconds: who writes to very many people waits beyond it. */
const BACKLOG = 300;

/** How this installation reaches browsers. `publicKey` in base64url. */
export type PushParts = { readonly publicKey: string; readonly send: SendPush };

type Repeat = (name: string, intervalMs: number, work: (signal: AbortSignal) => Promise<unknown>) => unknown;

export type NotificationParts = {
  readonly notify: Notify;
  readonly queueEmail: QueueEmail;
  /** Whether promotions rest. */
  readonly isQuiet: IsQuiet;
  /** Whether more mails and pushes wait to go out at a moment than can go soon. */
  readonly isOutboxFull: (queryable: Queryable, at: Date) => Promise<boolean>;
  /** `rawScope` keeps bodies as they came. */
  readonly registerRoutes: (routes: Routes, rawScope: FastifyInstance) => void;
  readonly repeat: (repeat: Repeat) => void;
};

function notePushFailure(logger: FastifyBaseLogger) {
  return (reason: string, messageId: number) => logger.warn({ reason, messageId }, 'push not taken');
}

function noteMailFailure(logger: FastifyBaseLogger) {
  return (error: unknown, messageId: number, givenUp: boolean) => {
    if (givenUp) logger.error({ err: error, messageId }, 'mail given up');
    else logger.warn({ err: error, messageId }, 'mail not taken');
  };
}

/** What tells customers of what happened. `canText`: whether texts reach anybody from this installation. */
export function createNotificationParts(
  parts: {
    readonly config: Pick<Config, 'quietHours' | 'smsReports'>;
    readonly database: Database;
    readonly clock: Clock;
    readonly logger: FastifyBaseLogger;
    readonly publicUrl: URL;
    /** Null where there is no mail server. */
    readonly sendEmail: SendMessage | null;
    readonly push: PushParts;
    readonly noticeTexts: NoticeTexts;
  },
  made: { readonly announceChange: AnnounceChange; readonly canText: boolean },
): NotificationParts {
  const { config, database, clock, logger, push, noticeTexts: texts } = parts;
  const { announceChange } = made;
  const isQuiet: IsQuiet = (at) => isQuietAt(config.quietHours, at);
  // Without a mail server mails stay where they are, and nobody waits for that.
  const channels = parts.sendEmail ? (['email', 'push'] as const) : (['push'] as const);
  return {
    notify: createNotify({ texts, origin: parts.publicUrl.origin, canText: made.canText }),
    queueEmail: createQueueEmail(texts),
    isQuiet,
    isOutboxFull: (queryable, now) => isBacklogged(queryable, { channels, now, isQuiet: isQuiet(now), most: BACKLOG }),
    registerRoutes: (routes, rawScope) => {
      registerSmsReports(routes, { database, secrets: config.smsReports, rawScope });
      registerNotification(routes, {
        findChoices: (userId) => findChoices(database, userId),
        saveChoices: (userId, choices) => saveChoices(database, userId, choices, clock()),
      });
      registerNotices(routes, {
        ...{ database, announceChange, pushKey: push.publicKey },
        saveLanguage: (userId, language) => saveLanguage(database, userId, language, clock()),
      });
    },
    repeat: (repeat) => {
      const outbox = { database, clock, isQuiet };
      repeat('notices', ANNOUNCE_INTERVAL_MS, (signal) => announceNotices({ database, announceChange }, signal));
      const pushes = { ...outbox, texts, sendPush: push.send, onFailure: notePushFailure(logger) };
      repeat('push', PUSH_INTERVAL_MS, (signal) => deliverDuePushes(pushes, signal));
      if (!parts.sendEmail) return;
      const mails = { ...outbox, sendEmail: parts.sendEmail, onFailure: noteMailFailure(logger) };
      repeat('mail', MAIL_INTERVAL_MS, (signal) => deliverMessages(mails, signal));
    },
  };
}
