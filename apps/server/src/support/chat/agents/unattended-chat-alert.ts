import { formatLagosDateTime } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { nameOf, previewOf } from '../chat.policy.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { listUnseenChats, type StaffChatRow } from './staff-chat.repository.ts';

const keyOf = ({ id, waitingSince }: StaffChatRow): string => `unattended-chat:${id}:${waitingSince.getTime()}`;

/** The customer's messages stay plain text (threats T4). */
function waitingMail(chat: StaffChatRow, { origin, settings }: Pick<ChatDependencies, 'origin' | 'settings'>): Mail {
  const { waitingSince, last } = chat;
  return {
    category: 'account',
    messageKey: keyOf(chat),
    recipient: settings.get('contacts').supportEmail,
    subject: `A chat waits and nobody is there: ${nameOf(chat)}`,
    parts: [
      'A customer has been waiting in the live chat for more than 3 minutes while nobody of the staff is Available.',
      {
        facts: [
          { label: 'Customer', value: nameOf(chat) },
          { label: 'Waiting since', value: formatLagosDateTime(waitingSince) },
        ],
      },
      ...(last ? [previewOf(last.content)] : []),
      { button: { label: 'Open the chat', href: `${origin}/admin/inbox?chat=${chat.id}` } },
    ],
  };
}

/**
 * Mails support about each chat that has been waiting for more than 3 minutes while no agent
 * accepts chats: once for each time that it enters the queue, however many instances run this.
 */
export function createUnattendedChatAlert(
  deps: Pick<ChatDependencies, 'database' | 'origin' | 'queueEmail' | 'settings'>,
): () => Promise<void> {
  // The outbox accepts each key once; this only saves writing the same mails at every run of a long
  // night.
  let written: ReadonlySet<string> = new Set();
  return async () => {
    const chats = await listUnseenChats(deps.database);
    for (const chat of chats.filter((unseen) => !written.has(keyOf(unseen)))) {
      await deps.queueEmail(deps.database, waitingMail(chat, deps));
    }
    written = new Set(chats.map(keyOf));
  };
}
