import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LiveSocket } from './live-socket.ts';

vi.setConfig({ testTimeout: 30_000 });

const person = {
  sids: ['s'],
  userId: 1,
  accountId: 1,
  address: '127.0.0.1',
  access: 'session',
  permissions: new Set<never>(),
  kind: 'live-updates',
} as const;

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(() => {
  for (const raw of server.clients) raw.terminate();
  server.close();
});

let ours: WebSocket;
let page: WebSocket;
let socket: LiveSocket;
beforeEach(async () => {
  const arrival = once(server, 'connection');
  page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(page, 'open');
  [ours] = await arrival;
  socket = new LiveSocket(ours, person);
});

describe('a socket', () => {
  it('is closed when its reader leaves more than 512 KB unread', async () => {
    page.pause();
    const text = 'x'.repeat(4096);
    let sent = 0;
    while (socket.isOpen && sent < 10_000) {
      socket.sendText(text);
      sent++;
    }
    expect(ours.bufferedAmount).toBeLessThan(600 * 1024);
    expect(sent).toBeLessThan(10_000);
    const closed = once(page, 'close');
    page.resume();
    expect((await closed)[0]).toBe(closeCodes.tooSlow);
  });

  it('sends nothing more once it closes, and ignores calls', async () => {
    socket.close(closeCodes.restart, 'restart');
    socket.send({ type: 'late' });
    socket.close(closeCodes.restart, 'again');
    socket.beat();
    expect(socket.confirm()).toBe(false);
    await socket.flushed();
    expect((await once(page, 'close'))[0]).toBe(closeCodes.restart);
  });

  it('is closed after two unanswered pings, and stays open for as long as they are answered', async () => {
    for (let beat = 0; beat < 5; beat++) {
      const pong = once(ours, 'pong');
      socket.beat();
      const [token] = await pong;
      socket.answered(String(token));
    }
    expect(socket.isOpen).toBe(true);
    page.pause();
    socket.beat();
    socket.beat();
    expect(socket.isOpen).toBe(true);
    socket.beat();
    expect(socket.isOpen).toBe(false);
    await once(ours, 'close');
  });

  it('acknowledges everything that was sent before its ping, and nothing after', async () => {
    const receipts: [string, number][] = [];
    socket.onReceipt = (key, seq) => receipts.push([key, seq]);
    socket.expectReceipt('a', 1);
    socket.expectReceipt('b', 7);
    const first = once(ours, 'pong');
    expect(socket.confirm()).toBe(true);
    socket.expectReceipt('a', 2);
    expect(socket.confirm()).toBe(true);
    expect(socket.answered('somebody else’s')).toBe(false);
    expect(socket.answered(String((await first)[0]))).toBe(true);
    expect(receipts).toEqual([
      ['a', 1],
      ['b', 7],
    ]);
    const second = once(ours, 'pong');
    socket.confirm();
    expect(socket.answered(String((await second)[0]))).toBe(false);
    expect(receipts).toEqual([
      ['a', 1],
      ['b', 7],
      ['a', 2],
    ]);
    expect(socket.confirm()).toBe(false);
  });
});
