import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../crash/random.ts';
import { callUntilAnswered, type SoakContext } from './browser.ts';
import { type Conversation, createDelayRecorder, openAgentPage, writeAs } from './conversation.ts';
import type { Person } from './people.ts';
import type { WhatsAppLine } from './whatsapp-line.ts';

/** What opens a conversation by WhatsApp, before anybody counts. The menu answers a mere greeting. */
export const GREETING = 'Good morning, my line is down';

/** The chat that a telephone's first message has opened. */
async function findChat(context: SoakContext, agent: Person, chance: Chance, number: string): Promise<string> {
  for (;;) {
    const { body } = await callUntilAnswered(context, agent, chance, {
      path: '/api/staff/chats?status=waiting&limit=100',
    });
    const chats = body as { id: string; contact: { address: string } | null }[];
    const found = chats.find(({ contact }) => contact?.address === `+${number}`);
    if (found) return found.id;
    await sleep(50, undefined, { signal: context.end });
  }
}

/** Somebody with a telephone and an agent, who write to each other. */
export async function openWhatsAppConversation(
  context: SoakContext,
  { agent, number, line }: { readonly agent: Person; readonly number: string; readonly line: WhatsAppLine },
  chance: Chance,
): Promise<Conversation> {
  await line.write(context, { number, id: `wamid.${number}.menu`, content: 'menu' }, chance);
  await line.write(context, { number, id: `wamid.${number}.0`, content: GREETING }, chance);
  const chatId = await findChat(context, agent, chance, number);
  await callUntilAnswered(context, agent, chance, { path: `/api/staff/chats/${chatId}/accept`, body: {} });
  const delayRecorder = createDelayRecorder();
  const page = openAgentPage({ context, person: agent, chance }, chatId, delayRecorder);
  const acknowledged: string[] = [];
  return {
    chatId,
    pages: [page.page],
    views: { customer: null, agent: page.view },
    telephone: () => line.receivedBy(number),
    acknowledged,
    delays: delayRecorder.delays,
    talk: async (each) => {
      const write = async (): Promise<void> => {
        for (let n = 1; n <= each; n++) {
          await line.write(context, { number, id: `wamid.${number}.${n}`, content: `user ${n} of ${chatId}` }, chance);
        }
      };
      const side = { context, person: agent, chance };
      await Promise.all([
        write(),
        writeAs(side, 'agent', { chatId, from: 1, count: each, delayRecorder, acknowledged }),
      ]);
    },
    seen: async (seq) => {
      // The greeting is one more.
      while (page.reached() < seq + 1) await sleep(20, undefined, { signal: context.end });
    },
  };
}
