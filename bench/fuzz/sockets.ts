import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Check } from '../crash/check-ledger.ts';
import type { Fixture } from './fixture.ts';
import { HOSTILE } from './hostile-values.ts';

const ENDS_WITHIN_MS = 10_000;
const LARGEST = 64 * 1024;
/** With the witness no more than one person may have: the oldest would be closed. */
const AT_ONCE = 4;

/** A frame of a client by its bytes: masked with zeros, so that the content stays readable. */
function frame(first: number, content: Buffer, isMasked = true): Buffer {
  const mask = isMasked ? 0x80 : 0;
  const size = content.length;
  const head =
    size < 126
      ? Buffer.from([first, mask | size])
      : size < 65_536
        ? Buffer.from([first, mask | 126, size >> 8, size & 255])
        : Buffer.concat([
            Buffer.from([first, mask | 127, 0, 0, 0, 0]),
            Buffer.from(Uint32Array.of(size).buffer).reverse(),
          ]);
  return Buffer.concat([head, ...(isMasked ? [Buffer.alloc(4)] : []), content]);
}

const text = (value: string): Buffer => frame(0x81, Buffer.from(value));

/** Bytes that no honest client sends; each must end its own socket, or be without effect. */
const ATTACKS: Readonly<Record<string, readonly Buffer[]>> = {
  'a frame without mask': [frame(0x81, Buffer.from('x'), false)],
  'reserved bits': [frame(0xf1, Buffer.from('x'))],
  'an opcode that does not exist': [frame(0x83, Buffer.from('x'))],
  'text that is not UTF-8': [frame(0x81, Buffer.from([0xc0, 0xaf, 0xff]))],
  binary: [frame(0x82, Buffer.from([0, 1, 2]))],
  'a frame over the limit': [frame(0x81, Buffer.alloc(LARGEST + 1, 'x'))],
  'a length of 2^63': [Buffer.from([0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0])],
  'a big control frame': [frame(0x89, Buffer.alloc(126))],
  'a control frame in fragments': [frame(0x09, Buffer.from('x'))],
  'a continuation of nothing': [frame(0x80, Buffer.from('x'))],
  'fragments without end': Array.from({ length: 200 }, (_, n) => frame(n === 0 ? 0x01 : 0x00, Buffer.from('x'))),
  'a flood of pings': [Buffer.concat(Array.from({ length: 5000 }, () => frame(0x89, Buffer.from('p'))))],
  'a flood of texts': [Buffer.concat(Array.from({ length: 5000 }, () => text('{"type":"typing"}')))],
  'a close with a code that does not exist': [frame(0x88, Buffer.from([0, 1]))],
  'a close of one byte': [frame(0x88, Buffer.from([3]))],
  garbage: [Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  'texts of every kind': HOSTILE.map((value) => text(JSON.stringify({ type: 'typing', sessionId: value, value }))),
  'numbers that no row has': [2 ** 31, Number.MAX_SAFE_INTEGER, 1e300, -1, 0.5].map((seq) =>
    text(JSON.stringify({ type: 'read', sessionId: '00000000-0000-4000-8000-000000000000', seq })),
  ),
  'texts that are not JSON': ['', '{', 'null', '[]', '{"__proto__":{}}', '['.repeat(5000), '\u0000'].map(text),
};

type Upgrade = { readonly port: number; readonly path: string; readonly headers: Readonly<Record<string, string>> };

/** A socket after its upgrade, as bare TCP; null when the upgrade was refused. */
async function upgrade({ port, path, headers }: Upgrade): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${lines.join('')}\r\n`,
  );
  const [answer]: unknown[] = await once(socket, 'data');
  if (String(answer).startsWith('HTTP/1.1 101')) return socket;
  socket.destroy();
  return null;
}

/** Sends the bytes and waits until the server has closed, or has nothing against it. */
async function attack(at: Upgrade, bytes: readonly Buffer[], mayStay: boolean): Promise<string | null> {
  const socket = await upgrade(at);
  if (socket === null) return 'the upgrade was refused';
  socket.resume();
  const ended = once(socket, 'close').then(() => 'closed');
  for (const part of bytes) socket.write(part);
  const outcome = await Promise.race([ended, sleep(mayStay ? 300 : ENDS_WITHIN_MS, 'open', { ref: false })]);
  socket.destroy();
  return outcome === 'open' && !mayStay ? 'was left open' : null;
}

/** What is valid, or without meaning, may leave the socket open. */
const MAY_STAY = /flood|texts|binary|continuation|fragments without/;

/** Hostile frames on both kinds of socket; a witness of each kind goes on hearing what it is told. */
export async function fuzzSockets(fixture: Fixture): Promise<Check[]> {
  const { port, client, headersOf } = fixture;
  const started = await client.send({
    method: 'POST',
    path: '/api/chat/initialize',
    headers: { ...headersOf('customer', 'session'), 'content-type': 'application/json' },
    body: '{}',
  });
  const chat = String(JSON.parse(started.body).id);
  const kinds = [
    { caller: 'customer', path: `/ws/chat/${chat}` },
    { caller: 'right', path: '/ws/staff' },
  ] as const;
  const wrong: string[] = [];
  const deaf: string[] = [];
  const closes: number[] = [];
  const attackKind = async ({ caller, path }: (typeof kinds)[number]): Promise<void> => {
    const headers = headersOf(caller, 'admin');
    const witness = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      headers: { ...headers, origin: `http://127.0.0.1:${port}` },
    });
    const heard: string[] = [];
    witness.on('message', (data) => heard.push(String(data))).on('close', (code) => closes.push(code));
    witness.on('error', (error) => deaf.push(`${path}: ${error.message}`));
    await once(witness, 'open').catch(() => undefined);
    const left = Object.entries(ATTACKS).values();
    const work = async (): Promise<void> => {
      for (const [name, bytes] of left) {
        const found = await attack({ port, path, headers }, bytes, MAY_STAY.test(name));
        if (found !== null) wrong.push(`${path} ${name}: ${found}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const content = `Still there on ${caller}`;
    await client.send({
      method: 'POST',
      path: '/api/chat/send',
      headers: { ...headersOf('customer', 'session'), 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: chat, content }),
    });
    const giveUpAt = performance.now() + ENDS_WITHIN_MS;
    const hears = () =>
      caller === 'right' ? witness.readyState === WebSocket.OPEN : heard.some((said) => said.includes(content));
    while (!hears() && performance.now() < giveUpAt) await sleep(20);
    if (!hears()) deaf.push(`${path}: did not hear of a message, closed with ${closes.join()}`);
    witness.terminate();
  };
  await Promise.all(kinds.map(attackKind));
  return [
    { name: `hostile frames end their own socket (${Object.keys(ATTACKS).length} kinds on both)`, violations: wrong },
    { name: 'other sockets go on hearing what they are told', violations: deaf },
  ];
}
