import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { watchOtherWork } from '../load/processor-time.ts';
import { findPortalDatabase, type RunningPortal, startPortal } from '../portal/portal-process.ts';
import { findFreePort, residentBytes } from '../portal/program-process.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { ORIGIN, SECRET } from './fixture.ts';
import { createPeople, type Person, type PersonKind } from './people.ts';

const IDLE_SOCKETS = 5000;
/** The limits of one person's connections. */
const SOCKETS_EACH = 5;
const OPENED_AT_ONCE = 100;
const SETTLE_MS = 8000;
const CONVERSATIONS = 200;
const WARM_UP_S = 5;
const MEASURED_S = 20;
const LAST_WITHIN_MS = 10_000;
const SOCKET_LIMIT_KB = 20;
const P99_LIMIT_MS = 100;

const { values } = parseArgs({ options: { rate: { type: 'string', default: '1000' } } });
const MESSAGES_PER_SECOND = Number(values.rate);

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

function post(
  port: number,
  { cookie }: Person,
  path: string,
  body: object,
): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const text = JSON.stringify(body);
  const headers = {
    cookie,
    origin: ORIGIN,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const call = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }),
      );
    });
    call.on('error', reject);
    call.end(text);
  });
}

async function openSocket(port: number, { cookie }: Person, path: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { cookie, origin: ORIGIN },
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** KB of resident memory that each of 5,000 idle sockets of customers costs the portal. */
async function measureIdleSockets(portal: RunningPortal, port: number, people: readonly Person[]): Promise<number> {
  const wanted = people.flatMap((person) => Array.from({ length: SOCKETS_EACH }, () => person));
  // The first sockets load code whose memory is not theirs.
  const early = await Promise.all(
    wanted.slice(0, OPENED_AT_ONCE).map((person) => openSocket(port, person, '/ws/live')),
  );
  await sleep(SETTLE_MS);
  const before = residentBytes(portal.pid);
  const sockets: WebSocket[] = [];
  for (let start = OPENED_AT_ONCE; start < wanted.length; start += OPENED_AT_ONCE) {
    const some = wanted.slice(start, start + OPENED_AT_ONCE);
    sockets.push(...(await Promise.all(some.map((person) => openSocket(port, person, '/ws/live')))));
  }
  await sleep(SETTLE_MS);
  const each = (residentBytes(portal.pid) - before) / sockets.length / 1024;
  for (const socket of [...early, ...sockets]) socket.terminate();
  return each;
}

type Conversation = { readonly chatId: string; readonly customer: Person; readonly agent: Person };

/**
 * Opens a conversation with a socket on both sides; `arrived` is called with each message at the
 * other side.
 */
async function openConversation(
  port: number,
  customer: Person,
  staff: Person,
  arrived: (id: string) => void,
): Promise<Conversation> {
  const { body } = await post(port, customer, '/api/chat/initialize', {});
  await post(port, staff, `/api/staff/chats/${body.id}/accept`, {});
  const [mine, theirs] = [
    await openSocket(port, customer, `/ws/chat/${body.id}`),
    await openSocket(port, staff, '/ws/staff'),
  ];
  mine.on('message', (text) => {
    const { type, message } = JSON.parse(text.toString());
    if (type === 'message' && message.sender === 'agent') arrived(message.clientMessageId);
  });
  theirs.on('message', (text) => {
    const { type, message } = JSON.parse(text.toString());
    if (type === 'message' && message.sender === 'user') arrived(message.clientMessageId);
  });
  return { chatId: body.id, customer, agent: staff };
}

/**
 * Sends at a steady rate, each conversation in turn and each side in turn, however long the answers
 * take.
 */
async function talk(
  port: number,
  conversations: readonly Conversation[],
  seconds: number,
  sent: (id: string) => void,
): Promise<number> {
  let failures = 0;
  const total = seconds * MESSAGES_PER_SECOND;
  const since = performance.now();
  for (let n = 0; n < total; n++) {
    const conversation = conversations[n % conversations.length];
    if (!conversation) break;
    const due = since + (n / MESSAGES_PER_SECOND) * 1000;
    if (due > performance.now()) await sleep(Math.max(1, due - performance.now()));
    const id = `${seconds}-${n}`;
    const isCustomer = Math.floor(n / conversations.length) % 2 === 0;
    const body = {
      sessionId: conversation.chatId,
      content: `Message ${n}, as long as people write in a chat.`,
      clientMessageId: id,
    };
    sent(id);
    const answer = isCustomer
      ? post(port, conversation.customer, '/api/chat/send', body)
      : post(port, conversation.agent, `/api/staff/chats/${conversation.chatId}/messages`, body);
    answer.then(
      ({ status }) => {
        if (status !== 200) failures++;
      },
      () => failures++,
    );
  }
  return failures;
}

type Measured = { readonly words: string; readonly isReached: boolean };

async function measureMessages(
  port: number,
  customers: readonly Person[],
  staff: readonly Person[],
): Promise<Measured> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const arrived = (id: string): void => {
    const at = sentAt.get(id);
    if (at !== undefined) delays.push(performance.now() - at);
    sentAt.delete(id);
  };
  const conversations = await Promise.all(
    customers
      .slice(0, CONVERSATIONS)
      .map((customer, index) => openConversation(port, customer, staff[index] ?? customer, arrived)),
  );
  await talk(port, conversations, WARM_UP_S, () => undefined);
  const others = watchOtherWork();
  const since = performance.now();
  const failures = await talk(port, conversations, MEASURED_S, (id) => sentAt.set(id, performance.now()));
  const rate = (MEASURED_S * MESSAGES_PER_SECOND * 1000) / (performance.now() - since);
  const giveUpAt = performance.now() + LAST_WITHIN_MS;
  while (sentAt.size > 0 && performance.now() < giveUpAt) await sleep(50);
  delays.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(delays[Math.floor((delays.length - 1) * share)] ?? 0);
  const isReached = at(0.99) <= P99_LIMIT_MS && failures === 0 && sentAt.size === 0;
  const words = `${Math.round(rate)} messages a second between ${CONVERSATIONS} conversations: half delivered within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, all within ${at(1)} ms; ${failures} refused, ${sentAt.size} not arrived; other programs took ${Math.round(others() * 100)} % of the processors`;
  return { words, isReached };
}

const folder = mkdtempSync(join(tmpdir(), 'portal-chat-load-'));
// The embedded database may run under an account of its own, which needs access.
chmodSync(folder, 0o711);
const port = await findFreePort();
const portal = await startPortal({
  port,
  dataDir: join(folder, 'data'),
  logFile: join(folder, 'portal.log'),
  env: { PUBLIC_URL: ORIGIN, SESSION_SECRET: SECRET, SOCKETS_PER_ADDRESS: '100000', LOG_LEVEL: 'warn' },
});
let missed = 0;
const say = (words: string, isReached: boolean): void => {
  console.log(`${words}: ${isReached ? 'reached' : '**not reached**'}`);
  if (!isReached) missed++;
};
try {
  const database = findPortalDatabase(join(folder, 'data'));
  if (!database) throw new Error('no database runs on the data folder');
  const people = (kind: PersonKind, count: number) =>
    withClient(database.connection, (client) => createPeople(client, SECRET, kind, count));
  const customers = await people('customer', IDLE_SOCKETS / SOCKETS_EACH);
  const staff = await people('admin', CONVERSATIONS);
  const each = await measureIdleSockets(portal, port, customers);
  say(`${IDLE_SOCKETS} idle sockets: ${each.toFixed(1)} KB each (≤ ${SOCKET_LIMIT_KB})`, each <= SOCKET_LIMIT_KB);
  const { words, isReached } = await measureMessages(port, customers, staff);
  say(`${words} (99 % within ${P99_LIMIT_MS} ms)`, isReached);
} finally {
  await portal.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(missed > 0 ? 1 : 0);
