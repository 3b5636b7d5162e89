import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttpClient } from '../../../platform/outside/http-client.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { extendChain } from '../extend-chain.ts';
import { createSiemExport } from './export-to-siem.ts';
import { openReceiver } from './open-receiver.ts';
import { readDelay } from './siem.repository.ts';

let portal: TestPortal;
const servers: (Server | HttpServer)[] = [];
beforeEach(async () => {
  portal = await startTestPortal();
  await portal.pool.query(
    `insert into users (id, email, email_key, password_hash, referral_code) values (1, 'a@mail.example', 'a@mail.example', 'x', 'A')`,
  );
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await portal.close();
});

const neverAborted = new AbortController().signal;

async function writeRecords(count: number): Promise<void> {
  await portal.pool.query(
    "insert into audit_records (actor_id, action, subject, after) select 1, 'plan.edit', 'plan:' || n, '{}' from generate_series(1, $1) n",
    [count],
  );
  await extendChain(portal.database, neverAborted);
}

async function listening(server: Server | HttpServer): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A SIEM by HTTP that answers with these statuses, then with 204. */
async function startHttpSiem(...statuses: number[]) {
  const batches: { subject?: string; event: string; datetime: string }[][] = [];
  const tokens: (string | undefined)[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const status = statuses.shift() ?? 204;
    tokens.push(request.headers.authorization);
    if (status === 204) {
      const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
      batches.push(lines.map((line) => JSON.parse(line)));
    }
    response.writeHead(status).end();
  };
  const port = await listening(createHttpServer((request, response) => void take(request, response)));
  return { url: `http://127.0.0.1:${port}/ingest`, batches, tokens };
}

type Options = { readonly instanceId?: string; readonly elapsedMs?: () => number; readonly timeoutMs?: number };

function exportTo(url: string, { instanceId = 'one', elapsedMs = () => 0, timeoutMs = 5000 }: Options = {}) {
  const http = createHttpClient({ timeoutMs });
  const origin = { host: 'portal-1', version: '1.2.3' };
  const receive = openReceiver({ url, token: 'a token of the receiver' }, { http, origin });
  return createSiemExport({ database: portal.database, receive, instanceId, elapsedMs });
}

it('sends every audit record and security event once and in order, over HTTP as JSON lines', async () => {
  const siem = await startHttpSiem();
  await writeRecords(450);
  const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const body = JSON.stringify({ email: 'nobody@mail.example', password: 'wrong password' });
  await fetch(`${origin}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await portal.app.close();
  await exportTo(siem.url)(neverAborted);
  await exportTo(siem.url)(neverAborted);
  const lines = siem.batches.flat();
  expect(lines.slice(0, 450).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 450 }, (_, n) => `plan:${n + 1}`),
  );
  expect(lines.slice(450)).toEqual([
    expect.objectContaining({
      stream: 'security',
      event: 'authn_login_fail',
      level: 'WARN',
      count: 1,
      actor: expect.stringMatching(/^email:[0-9a-f]{16}$/),
      source: expect.stringMatching(/^[0-9a-f]{16}$/),
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('nobody@mail.example');
  expect(new Set(siem.tokens)).toEqual(new Set(['Bearer a token of the receiver']));
  expect(await readDelay(portal.database)).toBe(0);
});

it('sends again what a receiver refused, after a pause that grows, and loses nothing', async () => {
  const siem = await startHttpSiem(500, 503);
  await writeRecords(3);
  let now = 0;
  const send = exportTo(siem.url, { elapsedMs: () => now });
  await expect(send(neverAborted)).rejects.toThrow('the receiver answered 500');
  now = 4999;
  await send(neverAborted);
  expect(siem.batches).toEqual([]);
  now = 5000;
  await expect(send(neverAborted)).rejects.toThrow('the receiver answered 503');
  now = 14_999;
  await send(neverAborted);
  expect(siem.batches).toEqual([]);
  expect(await readDelay(portal.database)).toBeGreaterThan(0);
  now = 15_000;
  await send(neverAborted);
  expect(siem.batches.map((batch) => batch.length)).toEqual([3]);
});

it('is done by one instance at a time', async () => {
  const siem = await startHttpSiem();
  await writeRecords(300);
  await Promise.all(['one', 'two', 'three'].map((instanceId) => exportTo(siem.url, { instanceId })(neverAborted)));
  expect(siem.batches.map((batch) => batch.length)).toEqual([200, 100]);
});

it('sends syslog of RFC 5424 over TCP, each message with its length', async () => {
  let received = '';
  const port = await listening(
    createServer((socket) => {
      socket.setEncoding('utf8').on('data', (text) => {
        received += text;
      });
    }),
  );
  await writeRecords(2);
  await exportTo(`syslog://127.0.0.1:${port}`)(neverAborted);
  const frame = /^(\d+) (<109>1 \S+Z portal-1 fibre-portal - audit - \{.*?\})(?=\d+ <|$)/s;
  for (const subject of ['plan:1', 'plan:2']) {
    const [whole = '', length, message = ''] = frame.exec(received) ?? [];
    expect(Number(length)).toBe(Buffer.byteLength(message));
    expect(message).toContain(`"subject":"${subject}"`);
    received = received.slice(whole.length);
  }
  expect(received).toBe('');
});

it('appends to a file', async () => {
  const path = join(tmpdir(), `siem-${process.pid}.jsonl`);
  await writeRecords(2);
  await exportTo(pathToFileURL(path).href)(neverAborted);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await rm(path);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'sensitive_update', action: 'plan.edit', subject: 'plan:1', appid: 'fibre-portal/1.2.3' },
    { subject: 'plan:2' },
  ]);
});

it('a receiver that never answers holds up no customer, and no connection of the database', async () => {
  const port = await listening(createServer(() => undefined));
  await writeRecords(1);
  const sending = exportTo(`http://127.0.0.1:${port}`, { timeoutMs: 1000 })(neverAborted);
  const failing = expect(sending).rejects.toThrow('the receiver failed');
  const customer = portal.browser();
  expect((await customer.register()).statusCode).toBe(200);
  const held = await portal.pool.query(
    "select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
  );
  expect(held.rows).toEqual([]);
  await failing;
});
