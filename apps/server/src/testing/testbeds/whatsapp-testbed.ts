import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import { startTestbed } from '@portal/sandbox/testing/sandbox-testbed';
import type { AppDependencies } from '../../app.ts';
import { createWhatsApp } from '../../channels/whatsapp/create-whatsapp.ts';
import { type ChatTestbed, type Member, startChatTestbed } from './chat-testbed.ts';

const TIMEOUT_MS = 2000;

export type WhatsAppTestbed = ChatTestbed & {
  readonly sandbox: SandboxHandle;
  readonly whatsApp: NonNullable<AppDependencies['whatsApp']>;
  /** Moves the portal's and the sandbox's clock on. */
  readonly forward: (ms: number) => void;
  readonly clock: () => Date;
  /** WhatsApp refuses the next message to this number for now: too much at once. */
  readonly refuseOnce: (number: string) => void;
  /** A new number in digits that nobody has. */
  readonly number: () => string;
  /** A customer whose verified number this is. */
  readonly customerWithNumber: (number: string) => Promise<Member>;
  readonly verify: (who: Member, number: string) => Promise<void>;
  /** The chats of staff's inbox from this number. */
  readonly chatsOf: (agent: Member, number: string) => Promise<StaffChatSeen[]>;
  readonly messagesOf: (agent: Member, chatId: string) => Promise<MessageSeen[]>;
};

export type MessageSeen = {
  readonly seq: number;
  readonly sender: 'user' | 'agent';
  readonly content: string;
  readonly status: string;
  readonly files?: readonly { readonly id: string; readonly name: string; readonly mediaType: string }[];
  readonly delivery?: { readonly state: string; readonly reason: string | null };
};
export type StaffChatSeen = {
  readonly id: string;
  readonly channel: string;
  readonly status: string;
  readonly customer: { readonly id: number };
  readonly contact: {
    readonly address: string;
    readonly name: string;
    readonly writableUntil: string;
    readonly isGone: boolean;
  } | null;
};

/** The real application with its jobs running, and the sandbox's WhatsApp. */
export async function startWhatsAppTestbed(overrides: Partial<AppDependencies> = {}): Promise<WhatsAppTestbed> {
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const portal = { url: '' };
  const sandbox = await startTestbed({ webhookTarget: (sender) => `${portal.url}/api/webhooks/${sender}`, clock });
  const whatsApp = createWhatsApp('sandbox', { sandboxBase: sandbox.url, timeoutMs: TIMEOUT_MS });
  if (!whatsApp) throw new Error('the sandbox has no WhatsApp');
  const bed = await startChatTestbed({ clock, whatsApp, ...overrides });
  portal.url = bed.app.listeningOrigin;
  bed.startJobs();
  let numbers = 0;
  const verify: WhatsAppTestbed['verify'] = async (who, number) => {
    await bed.rows('update users set phone = $2, phone_verified_at = clock_timestamp() where id = $1', [
      who.id,
      `+${number}`,
    ]);
  };
  const chatsOf: WhatsAppTestbed['chatsOf'] = async (agent, number) => {
    const lists = ['waiting', 'active', 'closed'].map(async (status) => {
      const answer = await agent.browser.get(`/api/staff/chats?status=${status}&limit=100`);
      return answer.json() as StaffChatSeen[];
    });
    return (await Promise.all(lists)).flat().filter(({ contact }) => contact?.address === `+${number}`);
  };
  return {
    ...bed,
    sandbox: sandbox.handle,
    whatsApp,
    clock,
    forward: (ms) => {
      ahead += ms;
    },
    refuseOnce: (reference) => {
      const refusal = { operation: 'send', mode: 'decline', code: 131056, times: 1 } as const;
      sandbox.handle.addFault({ gateway: 'whatsapp', ...refusal, reference });
    },
    number: () => {
      numbers += 1;
      return `23480${String(10_000_000 + numbers)}`;
    },
    verify,
    customerWithNumber: async (number) => {
      const who = await bed.customer();
      await verify(who, number);
      return who;
    },
    chatsOf,
    messagesOf: async (agent, chatId) => (await agent.browser.get(`/api/staff/chats/${chatId}/messages`)).json(),
    close: async () => {
      await bed.close();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}
