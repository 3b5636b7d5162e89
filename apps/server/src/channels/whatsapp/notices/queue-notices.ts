import type { QueueWhatsApp, WhatsAppNotice } from '../../../messaging/index.ts';
import { recipientOf } from '../messages/inbound-message.policy.ts';
import { queueSends } from '../sends/send.repository.ts';
import { noticeTemplate } from '../templates/notice-template.ts';
import { isTemplateKind, stateOf, templateMessage } from '../templates/template.policy.ts';
import { listTemplatesNamed } from '../templates/template.repository.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';

const SMS = 'sms';

/** The template of a notice in its reader's language, as it has to be at WhatsApp. */
function templateOf({ messaging }: Pick<WhatsAppDependencies, 'messaging'>, { kind, language }: WhatsAppNotice) {
  return isTemplateKind(kind) ? noticeTemplate(messaging, kind, language) : null;
}

/**
 * Queues notices for those who want them by WhatsApp and whose template is approved in its words; each
 * once, by the notice's key. A text takes its place where it does not arrive.
 */
export function createQueueNotices(deps: Pick<WhatsAppDependencies, 'messaging' | 'clock'>): QueueWhatsApp {
  return async (queryable, notices) => {
    const readers = await deps.messaging.listWhatsAppReaders(
      queryable,
      notices.map(({ userId }) => userId),
    );
    const wanted = notices.flatMap((notice) => {
      const template = readers.has(notice.userId) ? templateOf(deps, notice) : null;
      return template ? [{ notice, template }] : [];
    });
    const found = await listTemplatesNamed(queryable, [...new Set(wanted.map(({ template }) => template.name))]);
    const usable = wanted.filter(({ template }) => {
      const row = found.find(({ name, language }) => name === template.name && language === template.language);
      return stateOf(template, row) === 'approved';
    });
    const now = deps.clock();
    await queueSends(
      queryable,
      usable.map(({ notice, template }) => ({
        purpose: 'notice' as const,
        sendKey: `notice:${notice.key}`,
        recipient: recipientOf(notice.phone),
        userId: notice.userId,
        body: templateMessage(
          template,
          template.variables.map((name) => notice.values[name] ?? ''),
        ),
        fallback: fallbackOf(notice),
        now,
      })),
    );
    return new Set(usable.map(({ notice }) => notice.key));
  };
}

/** The text that is sent where WhatsApp does not deliver the notice. */
function fallbackOf({ userId, fallback }: WhatsAppNotice) {
  if (fallback === null || fallback.channel !== SMS) return null;
  const { messageKey, recipient, subject, text, usefulSeconds = 0, fallback: mail } = fallback;
  return {
    messageKey,
    channel: 'sms' as const,
    recipient,
    subject,
    text,
    userId,
    promotional: false,
    fallback: mail ?? null,
    usefulSeconds,
  };
}
