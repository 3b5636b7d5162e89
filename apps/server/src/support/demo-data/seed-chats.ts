import type { ChatCloseReason, ChatSide } from '@portal/contract/support/chat';
import { daysBefore } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import { chatMessages, chatNotes, chatSessions, savedReplies } from '../../platform/database/schema/support/chat.ts';

const SAVED_REPLIES: readonly (readonly [title: string, content: string])[] = [
  [
    'Ask for a speed test',
    'Please run a speed test from your dashboard with the router beside you, and tell me the result.',
  ],
  ['Book engineer', 'An engineer can come to you tomorrow between 9 and 12. Is somebody at home then?'],
  ['Check the light', 'Please look at the small box on the wall: which of its lights are on, and in which colour?'],
  ['Greeting', 'Good day, thank you for writing to us. I am looking at your line now.'],
  [
    'Outage in your area',
    'There is a fault in your area and our team is at work on it. You find the latest news on the network status page.',
  ],
  [
    'Restart the router',
    'Please unplug the router, wait for 30 seconds and plug it in again. It needs about two minutes.',
  ],
  ['Send pay link', 'You can pay under Payment in your account: with a card, by bank transfer or by USSD.'],
  ['Thank and close', 'Thank you for your patience. I close this chat now; you can write again at any time.'],
];

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
  await tx.insert(savedReplies).values(SAVED_REPLIES.map(([title, content]) => ({ title, content })));
  for (const chat of PAST_CHATS) await seedChat(tx, people, deps, chat);
}
