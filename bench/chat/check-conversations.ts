import type pg from 'pg';
import { type Check, findBrokenInvariants } from '../crash/check-ledger.ts';
import type { Conversation, View } from './conversation.ts';
import { GREETING } from './whatsapp-conversation.ts';
import { MENU } from './whatsapp-line.ts';

type Stored = {
  readonly session_id: string;
  readonly seq: number;
  readonly content: string;
  readonly delivery: string | null;
};

const expected = (chatId: string, each: number): Set<string> =>
  new Set(
    ['user', 'agent'].flatMap((sender) => Array.from({ length: each }, (_, n) => `${sender} ${n + 1} of ${chatId}`)),
  );

/** Each message that was sent is stored once, and no other. */
function findLostOrDoubled(conversation: Conversation, stored: readonly Stored[], each: number): string[] {
  const missing = expected(conversation.chatId, each);
  const faults: string[] = [];
  for (const { seq, content } of stored) {
    if (conversation.telephone && seq === 1 && content === GREETING) continue;
    if (!missing.delete(content))
      faults.push(`${conversation.chatId} ${seq}: "${content}" is stored twice or was never written`);
  }
  return [...faults, ...[...missing].map((content) => `"${content}" is lost`)];
}

/**
 * Each side's own messages are in the order in which they were sent: each was sent after the answer
 * to the previous one.
 */
function findReordered({ chatId }: Conversation, stored: readonly Stored[]): string[] {
  const last = new Map<string, number>();
  return stored.flatMap(({ seq, content }) => {
    if (content === GREETING) return [];
    const [sender = '', number = ''] = content.split(' ');
    const before = last.get(sender) ?? 0;
    last.set(sender, Number(number));
    return Number(number) === before + 1 ? [] : [`${chatId} ${seq}: ${sender} ${number} stands after ${before}`];
  });
}

function findDifferences(conversation: Conversation, side: string, view: View, stored: readonly Stored[]): string[] {
  const faults = stored
    .filter(({ seq, content }) => view.get(seq) !== content)
    .map(
      ({ seq, content }) =>
        `${conversation.chatId}: the ${side} saw "${view.get(seq)}" as ${seq}, stored is "${content}"`,
    );
  if (view.size !== stored.length)
    faults.push(`${conversation.chatId}: the ${side} saw ${view.size} of ${stored.length}`);
  return faults;
}

/**
 * A telephone has each message of the agent, and the menu that it asked for, once at most, in their order.
 * One that it has not got is not said to have been sent: nobody knows of it, or it was said that it failed.
 */
function findWrongAtTelephone({ chatId, telephone }: Conversation, stored: readonly Stored[]): string[] {
  if (!telephone) return [];
  const received = telephone().filter((content) => content.startsWith('agent '));
  const sent = stored.filter(({ content }) => content.startsWith('agent '));
  const ordered = sent.map(({ content }) => content).filter((content) => received.includes(content));
  return [
    ...(ordered.join('\n') === received.join('\n') ? [] : [`${chatId}: the telephone got ${received.join(', ')}`]),
    ...(telephone().filter((content) => content === MENU).length > 1 ? [`${chatId}: the menu came twice`] : []),
    ...sent
      .filter(({ content, delivery }) => delivery === 'sent' && !received.includes(content))
      .map(({ content }) => `${chatId}: "${content}" is said to be sent, and never came`),
  ];
}

/** Compares what both sides have received, and the answers, with the database. */
export async function checkConversations(
  client: pg.Client,
  conversations: readonly Conversation[],
  each: number,
  defects: readonly string[],
): Promise<Check[]> {
  const { rows } = await client.query<Stored>(
    `select m.session_id, m.seq, m.content, d.state as delivery from chat_messages m
     left join chat_deliveries d on d.session_id = m.session_id and d.seq = m.seq order by m.session_id, m.seq`,
  );
  const byChat = Map.groupBy(rows, ({ session_id }) => session_id);
  const storedOf = ({ chatId }: Conversation): Stored[] => byChat.get(chatId) ?? [];
  return [
    {
      name: 'every message is stored exactly once',
      violations: conversations.flatMap((conversation) =>
        findLostOrDoubled(conversation, storedOf(conversation), each),
      ),
    },
    {
      name: 'no messages are reordered',
      violations: conversations.flatMap((conversation) => findReordered(conversation, storedOf(conversation))),
    },
    {
      name: 'what was answered with 2xx is what is stored',
      violations: conversations.flatMap((conversation) => {
        const stored = new Set(storedOf(conversation).map(({ seq, content }) => `${seq} ${content}`));
        return conversation.acknowledged.filter((message) => !stored.has(message));
      }),
    },
    {
      name: 'both sides saw the same conversation, the stored one',
      violations: conversations.flatMap((conversation) => [
        ...(conversation.views.customer
          ? findDifferences(conversation, 'customer', conversation.views.customer, storedOf(conversation))
          : []),
        ...findDifferences(conversation, 'agent', conversation.views.agent, storedOf(conversation)),
      ]),
    },
    {
      name: 'telephones got each answer by WhatsApp once at most, in order, and none that is called sent is missing',
      violations: conversations.flatMap((conversation) => findWrongAtTelephone(conversation, storedOf(conversation))),
    },
    {
      name: 'no socket got a message twice, out of order or of another chat, and no answer was a 500',
      violations: defects,
    },
    {
      name: 'the invariants of apps/server/src/platform/database/invariants.sql hold (I6)',
      violations: await findBrokenInvariants(client),
    },
  ];
}
