import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { createRetryingClient, type RetryingClient } from '../../bench/crash/retrying-client.ts';
import { NETWORK_TOKEN } from '../portals/start-services.ts';

const PASSWORD = 'tall palm, slow river';
const EVERY_MS = 100;
const BYTES_A_PACKET = 1_000_000;
const CHATTER = 'chatter@drill.example';
const ACKNOWLEDGED = 'every message that was acknowledged is there once, in order, without a gap';
const COUNTED = 'the usage is exactly what the access server counted';

type Order = { readonly origin: string; readonly end: AbortSignal; readonly defects: string[] };

export type MessagesAndUsage = {
  /** Sends nothing further; resolves when everything that was sent is acknowledged. */
  readonly close: () => Promise<void>;
  /** What is stored against what was acknowledged. */
  readonly check: (database: pg.ClientConfig) => Promise<Check[]>;
};

async function open(client: RetryingClient): Promise<string> {
  const form = { firstName: 'Zainab', lastName: 'Bello', email: CHATTER, password: PASSWORD };
  await client.call('POST', '/api/register', form);
  await client.call('POST', '/api/login', { email: CHATTER, password: PASSWORD });
  const { body } = await client.call('POST', '/api/chat/initialize', {});
  return (body as { id: string }).id;
}

async function sendPacket({ origin, end }: Order, packet: number): Promise<boolean> {
  const bytes = packet * BYTES_A_PACKET;
  const session = { username: 'drill@fibre', sessionId: 'drill', uniqueId: 'drill-session' };
  const counters = { at: new Date(), seconds: packet, download: bytes, upload: 0 };
  const response = await fetch(`${origin}/api/network/accounting`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${NETWORK_TOKEN}` },
    body: JSON.stringify(accountingBody({ ...session, ...counters })),
    signal: AbortSignal.any([end, AbortSignal.timeout(20_000)]),
  });
  await response.arrayBuffer();
  return response.ok;
}

/**
 * One customer who writes to support and one access server that counts, each repeating what was not
 * acknowledged, until they are closed.
 */
export async function startMessagesAndUsage(order: Order): Promise<MessagesAndUsage> {
  const client = createRetryingClient({ ...order, onDefect: (defect) => order.defects.push(defect) });
  const sessionId = await open(client);
  const acknowledged: string[] = [];
  let packets = 0;
  let isOpen = true;
  const write = async (): Promise<void> => {
    while (isOpen) {
      const clientMessageId = randomUUID();
      const message = { sessionId, content: clientMessageId, clientMessageId };
      const { status, body } = await client.call('POST', '/api/chat/send', message);
      if (status === 200) acknowledged.push(clientMessageId);
      else order.defects.push(`a message was answered ${status} ${JSON.stringify(body)}`);
      await sleep(EVERY_MS);
    }
  };
  const count = async (): Promise<void> => {
    while (isOpen) {
      while (!(await sendPacket(order, packets + 1).catch(() => false))) {
        order.end.throwIfAborted();
        await sleep(EVERY_MS);
      }
      packets++;
      await sleep(EVERY_MS);
    }
  };
  const running = Promise.all([write(), count()]);
  running.catch(() => undefined);
  return {
    close: async () => {
      isOpen = false;
      await running;
    },
    check: async (database) => {
      const queries = new pg.Client(database);
      await queries.connect();
      try {
        const { rows: messages } = await queries.query<{ seq: number; content: string }>(
          'select seq::int as seq, content from chat_messages where session_id = $1 order by seq',
          [sessionId],
        );
        const { rows: sessions } = await queries.query<{ bytes: string }>(
          "select coalesce(sum(download_bytes), 0) as bytes from usage_sessions where username = 'drill@fibre'",
        );
        return [
          { name: ACKNOWLEDGED, violations: compareMessages(messages, acknowledged) },
          { name: COUNTED, violations: compareBytes(Number(sessions[0]?.bytes), packets) },
        ];
      } finally {
        await queries.end();
      }
    },
  };
}

function compareMessages(stored: readonly { seq: number; content: string }[], acknowledged: readonly string[]) {
  const own = stored.filter(({ content }) => acknowledged.includes(content)).map(({ content }) => content);
  return [
    ...stored.filter(({ seq }, index) => seq !== index + 1).map(({ seq }) => `message ${seq} is out of its place`),
    ...(JSON.stringify(own) === JSON.stringify(acknowledged)
      ? []
      : [`${acknowledged.length} messages were acknowledged, ${own.length} of them are there in that order`]),
  ];
}

function compareBytes(bytes: number, packets: number): string[] {
  const sent = packets * BYTES_A_PACKET;
  return bytes === sent ? [] : [`${sent} bytes were acknowledged, ${bytes} are there`];
}
