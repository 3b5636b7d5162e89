import type { ChatCloseReason, ChatSide } from '@portal/contract/support/chat';
import { daysBefore } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import { chatMessages, chatNotes, chatSessions } from '../../platform/database/schema/support/chat.ts';
import { seedSavedReplies } from './seed-saved-replies.ts';

/** Seconds after the one before, who, what. */
type Line = readonly [afterSeconds: number, sender: ChatSide, content: string];

type PastChat = {
  readonly daysAgo: number;
  readonly acceptedAfterSeconds: number;
  readonly closeReason: ChatCloseReason;
  readonly lines: readonly Line[];
  /** Written after so many messages. */
  readonly note?: { readonly afterSeq: number; readonly content: string };
};

const PAST_CHATS: readonly PastChat[] = [
  {
    daysAgo: 24,
    acceptedAfterSeconds: 38,
    closeReason: 'resolved',
    lines: [
      [5, 'user', 'Good evening. My speed drops to 5 Mbps every night.'],
      [43, 'agent', 'Good evening Amina. Testing your line from our side now.'],
      [70, 'agent', 'The light at your wall box is weak.'],
      [35, 'user', 'Should I unplug anything?'],
      [28, 'agent', 'Leave it in, please. An engineer can come tomorrow at 9.'],
      [40, 'user', 'Tomorrow works, thank you.'],
    ],
    note: { afterSeq: 2, content: 'Light level low at wall box, likely a dusty connector.' },
  },
  {
    daysAgo: 6,
    acceptedAfterSeconds: 61,
    closeReason: 'resolved',
    lines: [
      [4, 'user', 'Hello, I paid this morning by transfer. Is it with you?'],
      [
        66,
        'agent',
        'Good morning Amina. Yes, it arrived at 08:14 and your month is paid. The receipt is in your account.',
      ],
      [31, 'user', 'I see it now. Ẹ ṣé.'],
    ],
  },
];

type People = { readonly customerId: number; readonly agentId: number };
type Dependencies = { readonly now: Date; readonly randomBytes: (size: number) => Buffer };

async function seedChat(
  tx: Transaction,
  people: People,
  { now, randomBytes }: Dependencies,
  chat: PastChat,
): Promise<void> {
  const { customerId, agentId } = people;
  const startedAt = daysBefore(now, chat.daysAgo);
  const later = (seconds: number): Date => new Date(startedAt.getTime() + seconds * 1000);
  let passed = 0;
  const lines = chat.lines.map(([afterSeconds, sender, content], index) => {
    passed += afterSeconds;
    return { seq: index + 1, sender, content, createdAt: later(passed) };
  });
  const seqs = { lastSeq: lines.length, userDeliveredSeq: lines.length, userReadSeq: lines.length };
  const sessionId = randomBytes(16).toString('hex');
  await tx.insert(chatSessions).values({
    id: sessionId,
    userId: customerId,
    agentId,
    status: 'closed',
    closeReason: chat.closeReason,
    ...seqs,
    agentDeliveredSeq: lines.length,
    agentReadSeq: lines.length,
    createdAt: startedAt,
    waitingSince: startedAt,
    acceptedAt: later(chat.acceptedAfterSeconds),
    firstReplyAt: lines.find(({ sender }) => sender === 'agent')?.createdAt ?? null,
    lastMessageAt: lines.at(-1)?.createdAt ?? null,
    closedAt: later(passed + 120),
  });
  await tx
    .insert(chatMessages)
    .values(lines.map((line) => ({ ...line, sessionId, senderId: line.sender === 'user' ? customerId : agentId })));
  if (!chat.note) return;
  const createdAt = lines[chat.note.afterSeq - 1]?.createdAt ?? startedAt;
  await tx.insert(chatNotes).values({ ...chat.note, sessionId, authorId: agentId, createdAt });
}

/** Saved replies for frequent questions, and two ended chats with the demo customer. */
export async function seedChats(tx: Transaction, people: People, deps: Dependencies): Promise<void> {
  await seedSavedReplies(tx);
  for (const chat of PAST_CHATS) await seedChat(tx, people, deps, chat);
}
