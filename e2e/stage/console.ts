import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { ChatMessage, ChatSession } from '@portal/contract/support/chat';
import { newPerson, type Person, registerPerson } from './customer.ts';
import type { PortalForTests } from './portal-for-tests.ts';

/** A member of staff of this test's own, signed in on this device. */
export async function becomeAgent(device: BrowserContext, portal: PortalForTests, firstName: string): Promise<Person> {
  const person = { ...newPerson(firstName), lastName: `Eze ${crypto.randomUUID().slice(0, 4)}` };
  await registerPerson(device, portal.origin, person);
  await portal.makeStaff(person.email);
  return person;
}

/** A customer who talks to support without a screen. */
export type Caller = {
  readonly person: Person;
  /** 'Ngozi Eze', as staff see it. */
  readonly name: string;
  readonly chatId: string;
  readonly say: (content: string) => Promise<void>;
  readonly chat: () => Promise<ChatSession | null>;
  readonly messages: () => Promise<ChatMessage[]>;
};

/** Somebody who is new and waits in the queue, having said why they come. */
export async function callSupport(device: BrowserContext, origin: string, firstWords: string): Promise<Caller> {
  const person = { ...newPerson('Halima'), lastName: `Sani ${crypto.randomUUID().slice(0, 4)}` };
  await registerPerson(device, origin, person);
  const { request } = device;
  const opened = (await (await request.post(`${origin}/api/chat/initialize`)).json()) as ChatSession;
  const caller: Caller = {
    person,
    name: `${person.firstName} ${person.lastName}`,
    chatId: opened.id,
    say: async (content) => {
      const answer = await request.post(`${origin}/api/chat/send`, { data: { sessionId: opened.id, content } });
      if (!answer.ok()) throw new Error(`not sent: ${answer.status()}`);
    },
    chat: async () => (await request.get(`${origin}/api/chat/active`)).json(),
    messages: async () => (await request.get(`${origin}/api/chat/${opened.id}/messages`)).json(),
  };
  await caller.say(firstWords);
  return caller;
}

/** The inbox as an agent sees it. */
export type InboxPage = {
  readonly page: Page;
  readonly row: (name: string) => Locator;
  readonly log: Locator;
  readonly reply: Locator;
  /** Opens a chat from the list. */
  readonly open: (name: string) => Promise<void>;
  readonly accept: (name: string) => Promise<void>;
  readonly say: (content: string) => Promise<void>;
  readonly openMore: () => Promise<void>;
  /** One of the actions that are not on the bar. */
  readonly more: (action: string) => Promise<void>;
};

/** The inbox of an agent who has signed in on this device. */
export async function openInbox(device: BrowserContext): Promise<InboxPage> {
  const page = await device.newPage();
  await page.goto('/admin');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const row = (name: string) => page.getByRole('list', { name: /hats$/ }).getByRole('link').filter({ hasText: name });
  const reply = page.getByRole('textbox', { name: /^Reply to/ });
  const open = async (name: string) => {
    await row(name).click();
    await conversation.getByRole('heading', { name }).waitFor();
  };
  // Its name is for screen readers: the point that a pointer hits is the icon.
  const openMore = () => conversation.locator('summary', { hasText: 'More actions' }).click();
  return {
    page,
    row,
    openMore,
    log: page.getByRole('log'),
    reply,
    open,
    accept: async (name) => {
      await open(name);
      await conversation.getByRole('button', { name: 'Accept' }).click();
      await reply.waitFor();
    },
    say: async (content) => {
      await reply.fill(content);
      await reply.press('Enter');
    },
    more: async (action) => {
      await openMore();
      await conversation.getByRole('button', { name: action }).click();
    },
  };
}

/** An agent at the inbox who has just taken the call of somebody new. */
export async function takeCall(
  stage: {
    readonly context: BrowserContext;
    readonly portal: PortalForTests;
    readonly newDevice: () => Promise<BrowserContext>;
  },
  firstWords: string,
): Promise<{ desk: InboxPage; caller: Caller }> {
  await becomeAgent(stage.context, stage.portal, 'Tosin');
  const desk = await openInbox(stage.context);
  const caller = await callSupport(await stage.newDevice(), stage.portal.origin, firstWords);
  await desk.accept(caller.name);
  return { desk, caller };
}
