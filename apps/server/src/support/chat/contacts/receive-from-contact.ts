import type { ChatMessage } from '@portal/contract/support/chat';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { presentMessage } from '../present-chat.ts';
import { agentTopic } from '../sockets/chat-topics.ts';
import { publishQueue } from '../sockets/publish-queue.ts';
import { insertChatFile, type NewChatFile } from './chat-file.repository.ts';
import { appendMessage, findOpenSession, insertContactSession } from './contact.repository.ts';

const ID_BYTES = 16;
const TRIES = 3;

/** A message from outside that is stored; `publish` has the pages of staff show it, after the commit. */
export type Received = { readonly sessionId: string; readonly seq: number; readonly publish: () => void };

/**
 * Stores a message of a contact, whose row the caller has locked, in their open chat, or in a new one
 * that waits for an agent. Whoever calls it makes sure that it happens once for each message.
 */
export async function receiveFromContact(
  tx: Transaction,
  deps: Pick<ChatDependencies, 'bus' | 'database' | 'log' | 'randomBytes'>,
  message: { readonly contactId: number; readonly content: string; readonly files: readonly NewChatFile[] },
): Promise<Received> {
  const { contactId, content, files } = message;
  // An agent may just have closed it.
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const sessionId =
      (await findOpenSession(tx, contactId)) ??
      (await insertContactSession(tx, contactId, deps.randomBytes(ID_BYTES).toString('hex')));
    const written = await appendMessage(tx, { sessionId, content, agentId: null });
    if (!written) continue;
    const { seq, createdAt, agentId, status } = written;
    for (const file of files) await insertChatFile(tx, { ...file, sessionId, seq });
    const row = { sessionId, seq, sender: 'user' as const, senderFirstName: null, content, clientMessageId: null };
    const shown: ChatMessage = {
      ...presentMessage({ ...row, createdAt, mark: { delivered: 0, read: 0 } }),
      ...(files.length > 0 ? { files: [...files] } : {}),
    };
    const publish = () => {
      if (agentId !== null) deps.bus.publish([agentTopic(agentId)], { type: 'message', sessionId, message: shown });
      if (status === 'waiting') publishQueue(deps, sessionId);
    };
    return { sessionId, seq, publish };
  }
  throw new Error('a conversation ended each time that a message was to be stored in it');
}
