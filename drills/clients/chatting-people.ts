import type pg from 'pg';
import type { SoakContext } from '../../bench/chat/browser.ts';
import { checkConversations } from '../../bench/chat/check-conversations.ts';
import { type Conversation, openConversation } from '../../bench/chat/conversation.ts';
import { createPeople } from '../../bench/chat/people.ts';
import { createChance } from '../../bench/crash/random.ts';
import { type Client, createLoop, originOf, type Site } from './client.ts';

const CONVERSATIONS = 3;
const PAUSE_MS = 200;
const ARRIVED_WITHIN_MS = 60_000;

/**
 * Customers and agents who write to each other, each with an open socket that connects again when
 * it is lost. Counted are the messages that the portal has answered with 2xx.
 */
export async function createChattingPeople(site: Site, database: pg.Client): Promise<Client> {
  const fetchOfChats = site.log.fetchOf('chat');
  const context: SoakContext = {
    ports: [site.port],
    origin: originOf(site),
    end: site.end,
    defects: [],
    fetch: fetchOfChats,
  };
  const customers = await createPeople(database, site.sessionSecret, 'customer', CONVERSATIONS);
  const agents = await createPeople(database, site.sessionSecret, 'admin', CONVERSATIONS);
  const conversations: Conversation[] = [];
  for (const [index, customer] of customers.entries()) {
    const agent = agents[index];
    if (!agent) throw new Error('an agent is missing');
    conversations.push(
      await openConversation(context, { customer, agent }, createChance(site.seed, 1_000_000 + index)),
    );
  }
  site.end.addEventListener('abort', () => {
    for (const page of conversations.flatMap(({ pages }) => pages)) page.close();
  });
  let each = 0;
  return {
    name: 'messages',
    ...createLoop(PAUSE_MS, async () => {
      await Promise.all(conversations.map(({ talk }) => talk(1)));
      each++;
    }),
    acknowledged: () => conversations.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    check: async (client) => {
      const arrived = Promise.all(conversations.map(({ seen }) => seen(each * 2)));
      const late = AbortSignal.timeout(ARRIVED_WITHIN_MS);
      await Promise.race([arrived, new Promise((resolve) => late.addEventListener('abort', resolve))]);
      return checkConversations(client, conversations, each, context.defects);
    },
  };
}
