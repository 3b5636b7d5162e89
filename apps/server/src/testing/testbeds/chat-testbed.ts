import type { AppDependencies } from '../../app.ts';
import { untilServed } from '../send-at-once.ts';
import type { TestBrowser } from '../test-browser.ts';
import { startTestPortal, type TestPortal } from '../test-portal.ts';
import { type Opening, openSocket, type TestSocket } from '../test-socket.ts';

export type Member = { readonly id: number; readonly email: string; readonly browser: TestBrowser };

export type ChatTestbed = TestPortal & {
  /** A signed-in customer with a waiting chat. */
  readonly customerInChat: () => Promise<Member & { readonly chatId: string }>;
  readonly customer: () => Promise<Member>;
  readonly agent: (firstName?: string) => Promise<Member>;
  /** The customer's socket of a chat. */
  readonly chatSocket: (who: Member, chatId: string, after?: number, opening?: Opening) => Promise<TestSocket>;
  readonly staffSocket: (who: Member) => Promise<TestSocket>;
  readonly say: (
    who: Member,
    chatId: string,
    content: string,
    clientMessageId?: string,
  ) => ReturnType<TestBrowser['post']>;
  readonly reply: (
    who: Member,
    chatId: string,
    content: string,
    clientMessageId?: string,
  ) => ReturnType<TestBrowser['post']>;
  readonly accept: (who: Member, chatId: string) => ReturnType<TestBrowser['post']>;
  readonly rows: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** The same user through another instance. */
  readonly onInstance: (other: TestPortal, who: Member) => Member;
};

/** The real application listening on a real port, with signed-in customers and agents. */
export async function startChatTestbed(overrides: Partial<AppDependencies> = {}): Promise<ChatTestbed> {
  const portal = await startTestPortal(overrides);
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const rows: ChatTestbed['rows'] = async (statement, values = []) =>
    (await portal.pool.query<Record<string, unknown>>(statement, values)).rows;
  const register = async (firstName: string): Promise<Member> => {
    const browser = portal.browser();
    const { user } = (await untilServed(() => browser.register({ firstName }))).json();
    return { id: user.id, email: user.email, browser };
  };
  const customer = () => register('Bisi');
  return {
    ...portal,
    rows,
    customer,
    customerInChat: async () => {
      const who = await customer();
      const session = (await untilServed(() => who.browser.post('/api/chat/initialize', {}))).json();
      return { ...who, chatId: session.id };
    },
    agent: async (firstName = 'Ọlámidé') => {
      const who = await register(firstName);
      await rows(`update users set role = 'admin' where id = $1`, [who.id]);
      return who;
    },
    chatSocket: (who, chatId, after, opening) => {
      const query = after === undefined ? '' : `?after=${after}`;
      return openSocket(portal.app, `/ws/chat/${chatId}${query}`, who.browser, opening);
    },
    staffSocket: (who) => openSocket(portal.app, '/ws/staff', who.browser),
    say: (who, sessionId, content, clientMessageId) =>
      who.browser.post('/api/chat/send', { sessionId, content, clientMessageId }),
    reply: (who, chatId, content, clientMessageId) =>
      who.browser.post(`/api/staff/chats/${chatId}/messages`, { content, clientMessageId }),
    accept: (who, chatId) => who.browser.post(`/api/staff/chats/${chatId}/accept`, {}),
    onInstance: (other, who) => {
      const browser = other.browser();
      for (const [name, value] of who.browser.cookies) browser.cookies.set(name, value);
      return { ...who, browser };
    },
  };
}
