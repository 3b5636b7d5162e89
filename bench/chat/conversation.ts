import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../crash/random.ts';
import { callUntilAnswered, type SoakContext } from './browser.ts';
import { openPage, type Page } from './page.ts';
import type { Person } from './people.ts';

type Message = {
  readonly seq: number;
  readonly sender: string;
  readonly content: string;
  readonly clientMessageId: string;
};

/** The messages that one side of a conversation has received, by seq. */
export type View = ReadonlyMap<number, string>;

/**
 * A customer and an agent who write to each other, each with a page that disconnects and
 * reconnects.
 */
export type Conversation = {
  readonly chatId: string;
  readonly pages: readonly Page[];
  /** `customer` is null for a telephone, which has no page. */
  readonly views: { readonly customer: View | null; readonly agent: View };
  /** What a telephone has got by WhatsApp; absent for a customer in the portal. */
  readonly telephone?: () => readonly string[];
  /** The messages answered with 2xx, as `<seq> <content>`. */
  readonly acknowledged: readonly string[];
  /** From sending to arrival at the other side, in ms. */
  readonly delays: readonly number[];
  /**
   * Both send so many more, one message after the answer to the previous one. The next talk begins
   * after the end of this one.
   */
  readonly talk: (messagesEach: number) => Promise<void>;
  /** Resolves when both sides have received everything up to `seq`. */
  readonly seen: (seq: number) => Promise<void>;
};

/** Stores what a page receives. Different content under a known seq is always a defect. */
function createView(context: SoakContext, owner: string) {
  const view = new Map<number, string>();
  return {
    view,
    show: ({ seq, content }: Message): void => {
      const known = view.get(seq);
      if (known !== undefined && known !== content)
        context.defects.push(`${owner}: ${seq} is "${known}" and "${content}"`);
      view.set(seq, content);
    },
    /** The last seq before the first that is missing. */
    reached: (): number => {
      let seq = 0;
      while (view.has(seq + 1)) seq++;
      return seq;
    },
  };
}

type Side = { readonly context: SoakContext; readonly person: Person; readonly chance: Chance };
type DelayRecorder = { readonly arrived: (message: Message, at: 'user' | 'agent') => void };

/** The customer's socket replays automatically: its messages must be exactly the next ones. */
function openCustomerPage({ context, person, chance }: Side, chatId: string, delayRecorder: DelayRecorder) {
  const { view, show } = createView(context, person.email);
  let last = 0;
  const page = openPage(context, person, chance, {
    address: () => `/ws/chat/${chatId}?after=${last}`,
    onOpen: () => undefined,
    onEvent: ({ type, message }) => {
      if (type !== 'message') return;
      if (message.seq !== last + 1) context.defects.push(`${person.email} got ${message.seq} after ${last}`);
      last = message.seq;
      show(message);
      delayRecorder.arrived(message, 'user');
    },
  });
  return { page, view, reached: () => last };
}

/**
 * The agent's page fetches after each connection and at each gap, and merges by seq. On one
 * connection seqs only grow.
 */
export function openAgentPage({ context, person, chance }: Side, chatId: string, delayRecorder: DelayRecorder) {
  const { view, show, reached } = createView(context, person.email);
  let lastOfConnection = 0;
  const fetchMissing = async (): Promise<void> => {
    const path = `/api/staff/chats/${chatId}/messages?after=${reached()}`;
    const { status, body } = await callUntilAnswered(context, person, chance, { path });
    if (status !== 200) context.defects.push(`${path} answered ${status}`);
    for (const message of status === 200 ? body : []) show(message);
  };
  const catchUp = (): void => void fetchMissing().catch(() => undefined);
  const page = openPage(context, person, chance, {
    address: () => '/ws/staff',
    onOpen: () => {
      lastOfConnection = 0;
    },
    onEvent: ({ type, chat, sessionId, message }) => {
      if (type === 'queue' && chat === null) catchUp();
      if (type !== 'message') return;
      if (sessionId !== chatId) context.defects.push(`${person.email} got a message of another chat`);
      if (message.seq <= lastOfConnection)
        context.defects.push(`${person.email} got ${message.seq} after ${lastOfConnection}`);
      lastOfConnection = message.seq;
      show(message);
      delayRecorder.arrived(message, 'agent');
      if (reached() < message.seq) catchUp();
    },
  });
  return { page, view, reached };
}

/** Records when a message was sent and how long it took to the other side. */
export function createDelayRecorder() {
  const writtenAt = new Map<string, number>();
  const delays: number[] = [];
  return {
    delays,
    written: (id: string): void => {
      if (!writtenAt.has(id)) writtenAt.set(id, performance.now());
    },
    arrived: ({ clientMessageId, sender }: Message, at: 'user' | 'agent'): void => {
      const since = writtenAt.get(clientMessageId);
      if (since === undefined || sender === at) return;
      delays.push(performance.now() - since);
      writtenAt.delete(clientMessageId);
    },
  };
}

/** Sends messages one after the answer to the previous one. */
export async function writeAs(
  { context, person, chance }: Side,
  sender: 'user' | 'agent',
  order: {
    readonly chatId: string;
    readonly from: number;
    readonly count: number;
    readonly delayRecorder: { readonly written: (id: string) => void };
    readonly acknowledged: string[];
  },
): Promise<void> {
  const { chatId, from, count, delayRecorder, acknowledged } = order;
  const path = sender === 'user' ? '/api/chat/send' : `/api/staff/chats/${chatId}/messages`;
  for (let n = from; n < from + count; n++) {
    const content = `${sender} ${n} of ${chatId}`;
    const clientMessageId = `${sender}-${n}`;
    delayRecorder.written(clientMessageId);
    const body = { sessionId: chatId, content, clientMessageId };
    const answer = await callUntilAnswered(context, person, chance, { path, body });
    if (answer.status === 200) acknowledged.push(`${answer.body.seq} ${content}`);
    else context.defects.push(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

async function startChat({ context, chance }: Side, customer: Person, agent: Person): Promise<string> {
  const { body } = await callUntilAnswered(context, customer, chance, { path: '/api/chat/initialize', body: {} });
  const accept = { path: `/api/staff/chats/${body.id}/accept`, body: {} };
  const { status } = await callUntilAnswered(context, agent, chance, accept);
  if (status !== 200) throw new Error(`a chat could not be taken: ${status}`);
  return body.id;
}

export async function openConversation(
  context: SoakContext,
  people: { customer: Person; agent: Person },
  chance: Chance,
): Promise<Conversation> {
  const side = (person: Person): Side => ({ context, person, chance });
  const chatId = await startChat(side(people.customer), people.customer, people.agent);
  const delayRecorder = createDelayRecorder();
  const customer = openCustomerPage(side(people.customer), chatId, delayRecorder);
  const agent = openAgentPage(side(people.agent), chatId, delayRecorder);
  const acknowledged: string[] = [];
  let sent = 0;
  const write = (person: Person, sender: 'user' | 'agent', count: number): Promise<void> =>
    writeAs(side(person), sender, { chatId, from: sent + 1, count, delayRecorder, acknowledged });
  return {
    chatId,
    pages: [customer.page, agent.page],
    views: { customer: customer.view, agent: agent.view },
    acknowledged,
    delays: delayRecorder.delays,
    talk: async (each) => {
      await Promise.all([write(people.customer, 'user', each), write(people.agent, 'agent', each)]);
      sent += each;
    },
    seen: async (seq) => {
      while (customer.reached() < seq || agent.reached() < seq) await sleep(20, undefined, { signal: context.end });
    },
  };
}
