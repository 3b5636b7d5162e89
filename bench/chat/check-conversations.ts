import type pg from 'pg';
import { type Check, findBrokenInvariants } from '../crash/check-books.ts';
import type { Pair, View } from './pair.ts';

type Stored = { readonly session_id: string; readonly seq: number; readonly content: string };

const expected = (chatId: string, each: number): Set<string> =>
  new Set(
    ['user', 'agent'].flatMap((sender) => Array.from({ length: each }, (_, n) => `${sender} ${n + 1} of ${chatId}`)),
  );

/** Each message that was written is stored once, and nothing else is. */
function findLostOrDoubled(pair: Pair, stored: readonly Stored[], each: number): string[] {
  const missing = expected(pair.chatId, each);
  const faults: string[] = [];
  for (const { seq, content } of stored) {
    if (!missing.delete(content))
      faults.push(`${pair.chatId} ${seq}: "${content}" is stored twice or was never written`);
  }
  return [...faults, ...[...missing].map((content) => `"${content}" is lost`)];
}

/** Each side's own messages stand in the order in which they were written: the next was sent after the answer to the one before. */
function findReordered({ chatId }: Pair, stored: readonly Stored[]): string[] {
  const last = new Map<string, number>();
  return stored.flatMap(({ seq, content }) => {
    const [sender = '', number = ''] = content.split(' ');
    const before = last.get(sender) ?? 0;
    last.set(sender, Number(number));
    return Number(number) === before + 1 ? [] : [`${chatId} ${seq}: ${sender} ${number} stands after ${before}`];
  });
}

function findDifferences(pair: Pair, side: string, view: View, stored: readonly Stored[]): string[] {
  const faults = stored
    .filter(({ seq, content }) => view.get(seq) !== content)
    .map(({ seq, content }) => `${pair.chatId}: the ${side} saw "${view.get(seq)}" as ${seq}, stored is "${content}"`);
  if (view.size !== stored.length) faults.push(`${pair.chatId}: the ${side} saw ${view.size} of ${stored.length}`);
  return faults;
}

/** Compares what both sides have seen, and what was answered, with what is stored. */
export async function checkConversations(
  client: pg.Client,
  pairs: readonly Pair[],
  each: number,
  defects: readonly string[],
): Promise<Check[]> {
  const { rows } = await client.query<Stored>(
    'select session_id, seq, content from chat_messages order by session_id, seq',
  );
  const byChat = Map.groupBy(rows, ({ session_id }) => session_id);
  const storedOf = ({ chatId }: Pair): Stored[] => byChat.get(chatId) ?? [];
  return [
    {
      name: 'every message is stored exactly once',
      violations: pairs.flatMap((pair) => findLostOrDoubled(pair, storedOf(pair), each)),
    },
    {
      name: 'nobody’s messages are reordered',
      violations: pairs.flatMap((pair) => findReordered(pair, storedOf(pair))),
    },
    {
      name: 'what was answered with 2xx is what is stored',
      violations: pairs.flatMap((pair) => {
        const stored = new Set(storedOf(pair).map(({ seq, content }) => `${seq} ${content}`));
        return pair.promised.filter((promise) => !stored.has(promise));
      }),
    },
    {
      name: 'both sides saw the same conversation, the stored one',
      violations: pairs.flatMap((pair) => [
        ...findDifferences(pair, 'customer', pair.views.customer, storedOf(pair)),
        ...findDifferences(pair, 'agent', pair.views.agent, storedOf(pair)),
      ]),
    },
    {
      name: 'no socket was told a message twice, out of order or of another chat, and no answer was a 500',
      violations: defects,
    },
    {
      name: 'the invariants of apps/server/src/platform/database/invariants.sql hold (I6)',
      violations: await findBrokenInvariants(client),
    },
  ];
}
