import { accountChanged } from '../../identity/events.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { Network } from '../../network/index.ts';
import type { Context } from '../../platform/context.ts';
import { createEncryption, type Encryption } from '../../platform/crypto/encryption.ts';
import { handler } from '../../platform/events/domain-events.ts';
import type { Platform } from '../../platform/platform.ts';
import { contactAnswered } from '../../support/events.ts';
import { DELIVERY_JOB, type Support } from '../../support/index.ts';
import type { MenuDependencies } from '../menu/create-menu-services.ts';
import type { WhatsApp } from './create-whatsapp.ts';
import { processEvents } from './events/process-events.ts';
import { recipientOf } from './messages/inbound-message.policy.ts';
import { followChangedNumber } from './notices/follow-changed-number.ts';
import { createQueueNotices } from './notices/queue-notices.ts';
import { deliverSends } from './sends/deliver-sends.ts';
import { forgetContent, queueSend } from './sends/send.repository.ts';
import { readFromWhatsApp } from './templates/read-from-whatsapp.ts';
import { createTypingSign } from './typing/show-typing.ts';
import { createWhatsAppMetrics, whatsAppMetricsJob } from './whatsapp.metrics.ts';
import type { WhatsAppDependencies } from './whatsapp-dependencies.ts';

const EVENTS_JOB = 'whatsapp events';
const TEMPLATES_JOB = 'whatsapp templates';
const EVENTS_INTERVAL_MS = 5000;
const DELIVERY_INTERVAL_MS = 2000;
const TEMPLATES_INTERVAL_MS = 15 * 60_000;
const PRUNE_INTERVAL_MS = 3_600_000;
/** A text in a notice's place is out of date after half a day, and nobody sends a message again then. */
const CONTENT_MS = 12 * 3_600_000;

type Contexts = {
  readonly messaging: Messaging;
  readonly support: Support;
  readonly network: Network;
  readonly menu: MenuDependencies;
  readonly whatsApp: WhatsApp | null;
};

function dependenciesOf(
  platform: Platform,
  contexts: Omit<Contexts, 'whatsApp'> & { readonly whatsApp: WhatsApp; readonly encryption: Encryption },
): WhatsAppDependencies {
  const { messaging, support, network, menu, whatsApp, encryption } = contexts;
  const { database, clock, logger, settings, metricsRegistry } = platform;
  const { api, phoneNumberId, hasTemplates } = whatsApp;
  return {
    database,
    clock,
    log: logger,
    settings,
    api,
    phoneNumberId,
    hasTemplates,
    metrics: createWhatsAppMetrics(metricsRegistry),
    files: support.files,
    encryption,
    menu,
    takeSnapshot: network.takeSnapshot,
    support,
    messaging,
    endConsent: async (tx, userId, now) => {
      await messaging.changeWhatsAppConsent(tx, { userId, given: false, source: 'number-moved', now });
    },
    wantsNotices: async (userId) => (await messaging.listWhatsAppReaders(database, [userId])).has(userId),
    findVerifiedPhone: messaging.findVerifiedPhone,
  };
}

/** WhatsApp: people's messages in staff's inbox, and notices by template. Without it no job runs. */
export function createWhatsAppChannel(platform: Platform, contexts: Contexts) {
  const { database, clock, logger, jobs, requestJob } = platform;
  const { messaging, support, whatsApp } = contexts;
  const encryption = createEncryption({
    keys: platform.encryptionKeys,
    purpose: 'whatsapp-event',
    randomBytes: platform.randomBytes,
  });
  const own = whatsApp && dependenciesOf(platform, { ...contexts, whatsApp, encryption });
  if (own) messaging.whatsApp.connect(createQueueNotices(own));
  const typing = own && createTypingSign(own);
  if (typing) support.contacts.onAgentTyping(typing.show);
  const webhook = {
    database,
    clock,
    encryption,
    whatsApp,
    metrics: own?.metrics ?? null,
    processSoon: () => jobs.wake(EVENTS_JOB),
    log: logger,
  };
  return {
    /** What the calls need. */
    calls: { webhook, own, readSoon: () => requestJob(TEMPLATES_JOB) },
    jobs: own
      ? [
          {
            name: EVENTS_JOB,
            intervalMs: EVENTS_INTERVAL_MS,
            work: (signal: AbortSignal) => processEvents(own, signal),
          },
          {
            name: DELIVERY_JOB,
            intervalMs: DELIVERY_INTERVAL_MS,
            work: (signal: AbortSignal) => deliverSends(own, signal),
          },
          {
            name: TEMPLATES_JOB,
            intervalMs: TEMPLATES_INTERVAL_MS,
            atStart: true as const,
            work: () => readFromWhatsApp(own),
          },
          {
            name: 'prune whatsapp messages',
            intervalMs: PRUNE_INTERVAL_MS,
            work: () => forgetContent(database, new Date(clock().getTime() - CONTENT_MS)),
          },
          whatsAppMetricsJob(platform.metricsRegistry, database, clock),
        ]
      : [],
    handlers: own
      ? [
          handler(contactAnswered, 'send it by WhatsApp', async (tx, { contactId, sessionId, seq, content }) => {
            const contact = await support.contacts.find(tx, contactId);
            if (contact?.channel !== 'whatsapp') return;
            await queueSend(tx, {
              purpose: 'chat',
              sendKey: `chat:${sessionId}:${seq}`,
              recipient: recipientOf(contact.address),
              sessionId,
              seq,
              body: { type: 'text', text: { body: content, preview_url: false } },
              now: clock(),
            });
            typing?.end(sessionId);
          }),
          handler(
            accountChanged,
            'give no conversation to whoever has the number now',
            async (tx, { userId, change }) => {
              if (change === 'updated') await followChangedNumber(tx, own, userId);
            },
          ),
        ]
      : [],
  } satisfies Context & Record<string, unknown>;
}
