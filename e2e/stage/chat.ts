import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { ChatMessage } from '@portal/contract/support/chat';
import type { StaffChat } from '@portal/contract/support/staff-chat';
import { WebSocket } from 'ws';
import { newPerson, registerPerson } from './customer.ts';
import type { PortalForTests } from './portal-for-tests.ts';

/** An agent at a desk without a screen. */
export type Agent = {
  readonly name: string;
  /** Takes the chat of a customer out of the queue. */
  readonly accept: (email: string) => Promise<DeskChat>;
  readonly leave: () => void;
};

/** One conversation as the agent has it. */
export type DeskChat = {
  readonly id: string;
  readonly say: (content: string) => Promise<ChatMessage>;
  readonly type: () => void;
  /** Shows everything that has been written. */
  readonly read: () => Promise<void>;
  readonly messages: () => Promise<ChatMessage[]>;
  readonly close: (reason: 'resolved' | 'no-answer') => Promise<void>;
};

/** Somebody of this test's own who serves chats: nobody else's come and go with them. */
export async function sitDown(device: BrowserContext, portal: PortalForTests, firstName = 'Bola'): Promise<Agent> {
  const { origin } = portal;
  const person = newPerson(firstName);
  await registerPerson(device, origin, person);
  await portal.makeStaff(person.email);
  const call = async (method: 'get' | 'post', path: string, data: object = {}) => {
    const answer = await device.request[method](`${origin}/api/staff${path}`, method === 'post' ? { data } : {});
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const desk = await openDesk(device, origin);
  return {
    name: firstName,
    leave: () => desk.close(),
    accept: async (email) => {
      const waiting: StaffChat[] = await call('get', '/chats?status=waiting&limit=100');
      const id = waiting.find(({ customer }) => customer.email === email)?.id;
      if (id === undefined) throw new Error(`${email} is not in the queue`);
      await call('post', `/chats/${id}/accept`);
      const messages = async (): Promise<ChatMessage[]> => call('get', `/chats/${id}/messages`);
      const tell = (frame: object): void => desk.send(JSON.stringify({ ...frame, sessionId: id }));
      return {
        id,
        messages,
        say: (content) => call('post', `/chats/${id}/messages`, { content }),
        type: () => tell({ type: 'typing' }),
        read: async () => tell({ type: 'read', seq: (await messages()).length }),
        close: async (reason) => {
          await call('post', `/chats/${id}/close`, { reason });
        },
      };
    },
  };
}

async function openDesk(device: BrowserContext, origin: string): Promise<WebSocket> {
  const cookies = await device.cookies(origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const desk = new WebSocket(`${origin.replace('http', 'ws')}/ws/staff`, { headers: { origin, cookie } });
  // Its greeting: from now on somebody is there.
  await new Promise((resolve, reject) => desk.once('message', resolve).once('error', reject));
  return desk;
}

/** The chat on a customer's page, as a card or as a panel. */
export type ChatOnPage = {
  readonly whole: Locator;
  readonly log: Locator;
  readonly field: Locator;
  readonly say: (content: string) => Promise<void>;
  /** The words of every line, oldest first. */
  readonly words: () => Promise<string[]>;

  readonly line: (content: string) => Locator;
};

export function chatOn(page: Page): ChatOnPage {
  const whole = page.locator('section.chat');
  const field = whole.getByRole('textbox', { name: 'Message' });
  return {
    whole,
    field,
    log: whole.getByRole('log'),
    say: async (content) => {
      await field.fill(content);
      await field.press('Enter');
    },
    words: () => whole.locator('.chat-words').allTextContents(),
    line: (content) => whole.locator('.chat-line').filter({ hasText: content }),
  };
}

/** Opens /support and starts a chat there. */
export async function startChat(page: Page): Promise<ChatOnPage> {
  await page.goto('/support');
  const chat = chatOn(page);
  await chat.whole.getByRole('button', { name: 'Start Chat' }).click();
  await chat.whole.getByText('You are in the queue', { exact: true }).waitFor();
  return chat;
}
