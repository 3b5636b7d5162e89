import type { ChatTemplate } from '@portal/contract/channels/whatsapp';
import type { ChatMessage } from '@portal/contract/support/chat';
import type { Queryable } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { recipientOf } from '../messages/inbound-message.policy.ts';
import { queueSends } from '../sends/send.repository.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { filledBody, templateMessage, variableCount } from './template.policy.ts';
import { findTemplate, listTemplateRows } from './template.repository.ts';

/** The templates that agents may send: approved, in words of their own. */
export async function listChatTemplates(queryable: Queryable): Promise<ChatTemplate[]> {
  const rows = await listTemplateRows(queryable);
  return rows
    .filter(({ status, body }) => status === 'APPROVED' && body !== '')
    .map(({ name, language, body }) => ({ name, language, body, variables: variableCount(body) }));
}

/**
 * Sends a template to the person of a chat, once for each `clientMessageId`. Throws ApiError
 * whatsapp.no-such-template, chat.sent-already and as `writeAsAgent`.
 */
export async function sendChatTemplate(
  deps: WhatsAppDependencies,
  order: {
    readonly chatId: string;
    readonly agent: { readonly id: number; readonly firstName: string | null };
    readonly name: string;
    readonly language: string;
    readonly values: readonly string[];
    readonly clientMessageId: string;
  },
): Promise<ChatMessage> {
  const { chatId, agent, name, language, values, clientMessageId } = order;
  const template = await findTemplate(deps.database, name, language);
  if (template?.status !== 'APPROVED' || variableCount(template.body) !== values.length) {
    throw new ApiError('whatsapp.no-such-template');
  }
  const written = await runTransaction(deps.database, async (tx) => {
    const stored = await deps.support.contacts.writeAsAgent(tx, {
      chatId,
      agent,
      content: filledBody(template.body, values),
    });
    const queued = await queueSends(tx, [
      {
        purpose: 'chat',
        sendKey: `template:${stored.sessionId}:${clientMessageId}`,
        recipient: recipientOf(stored.contact.address),
        sessionId: stored.sessionId,
        seq: stored.seq,
        body: templateMessage(template, values),
        now: deps.clock(),
      },
    ]);
    if (queued.size === 0) throw new ApiError('chat.sent-already');
    return stored;
  });
  written.publish();
  deps.support.contacts.deliverSoon();
  return written.message;
}
