import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../crash/random.ts';
import { pauseBefore, type SoakContext } from './browser.ts';

const APP_SECRET = 'the app secret of the soak test alone';
const PHONE_NUMBER_ID = '106540352242922';
/** One call in so many is acted on and not answered. */
const DROPPED_ONE_IN = 25;

/** WhatsApp for the soak test: it delivers at once, and sometimes does not answer. */
export type WhatsAppLine = {
  /** What instances are started with. */
  readonly env: Readonly<Record<string, string>>;
  /** What a telephone has got, in the order of its arrival. */
  readonly receivedBy: (number: string) => readonly string[];
  /** Reports a message of a telephone until an instance has taken it, sometimes twice. */
  readonly write: (
    context: SoakContext,
    message: { number: string; id: string; content: string },
    chance: Chance,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Sent = {
  readonly to?: string;
  readonly biz_opaque_callback_data?: string;
  readonly text?: { readonly body: string };
  readonly interactive?: object;
};

/** How the menu is noted among what a telephone has got. */
export const MENU = '[menu]';

async function report(context: SoakContext, value: object, chance: Chance): Promise<void> {
  const metadata = { phone_number_id: PHONE_NUMBER_ID };
  const body = JSON.stringify({
    entry: [{ id: '1', changes: [{ field: 'messages', value: { metadata, ...value } }] }],
  });
  const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
  for (let attempt = 0; ; attempt++) {
    context.end.throwIfAborted();
    const port = chance.pick(context.ports as [number, ...number[]]);
    const answer = await fetch(`http://127.0.0.1:${port}/api/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body,
      signal: AbortSignal.any([context.end, AbortSignal.timeout(20_000)]),
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    if (answer?.status === 200) return;
    if (answer && answer.status !== 503) context.defects.push(`the webhook of WhatsApp answered ${answer.status}`);
    await sleep(pauseBefore(attempt, chance), undefined, { signal: context.end });
  }
}

/** `contextOf`: where statuses are reported to, once the instances run. */
export async function openWhatsAppLine(contextOf: () => SoakContext | null, chance: Chance): Promise<WhatsAppLine> {
  const received = new Map<string, string[]>();
  let count = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = (request.method === 'POST' ? JSON.parse(await text(request)) : {}) as Sent;
    response.setHeader('content-type', 'application/json');
    if (sent.to === undefined) return void response.end('{"success":true,"data":[]}');
    count += 1;
    const id = `wamid.soak${count}`;
    const content = sent.interactive ? MENU : sent.text?.body;
    if (content) received.set(sent.to, [...(received.get(sent.to) ?? []), content]);
    const context = contextOf();
    const status = { id, status: 'delivered', timestamp: '1', biz_opaque_callback_data: sent.biz_opaque_callback_data };
    // At the end of the run nobody takes it any more.
    if (context) void report(context, { statuses: [status] }, chance).catch(() => undefined);
    if (chance.whole(DROPPED_ONE_IN) === 0) return void response.destroy();
    response.end(JSON.stringify({ messages: [{ id }] }));
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: {
      WHATSAPP_TOKEN: 'the token of the soak test alone',
      WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
      WHATSAPP_APP_SECRET: APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: 'the verify token of the soak test alone',
      WHATSAPP_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    receivedBy: (number) => received.get(number) ?? [],
    write: async (context, { number, id, content }, picks) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const message = { from: number, id, timestamp, type: 'text', text: { body: content } };
      await report(context, { messages: [message] }, picks);
      if (picks.whole(10) === 0) await report(context, { messages: [message, message] }, picks);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
