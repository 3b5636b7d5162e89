import { EventEmitter } from 'node:events';
import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { createSocketHub, type SocketHub } from './socket-hub.ts';

/** The client of a socket that answers every ping, or none. */
class FarEnd extends EventEmitter {
  closedWith: number | null = null;
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  pings = 0;
  readonly sent: string[] = [];
  readonly answers: boolean;
  constructor(answers: boolean) {
    super();
    this.answers = answers;
  }
  ping(token?: string): void {
    this.pings++;
    if (this.answers) this.emit('pong', Buffer.from(token ?? ''));
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(code: number): void {
    this.closedWith = code;
    this.terminate();
  }
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
}

let hub: SocketHub;
function connect(answers = true, { userId = 1, address = '127.0.0.1' } = {}): FarEnd {
  const end = new FarEnd(answers);
  const person = {
    sids: ['s'],
    userId,
    accountId: 1,
    address,
    access: 'session',
    permissions: new Set<never>(),
    kind: 'live-updates',
  } as const;
  hub.admit(end as unknown as WebSocket, person);
  return end;
}

beforeEach(() => {
  vi.useFakeTimers();
  hub = createSocketHub({
    checkSession: () => Promise.resolve('unchanged' as const),
    limits: { perUser: 500, perAddress: 500 },
    onError: () => {},
  });
});
afterEach(async () => {
  await hub.closeAll();
  vi.useRealTimers();
});

describe('an idle connection', () => {
  it.each([1, 3, 300])('is pinged and sent a heartbeat every 30 s when there are %i', (count) => {
    const ends = Array.from({ length: count }, () => connect());
    vi.advanceTimersByTime(90_000);
    for (const end of ends) {
      expect(end.pings).toBe(3);
      expect(end.sent).toEqual(Array(3).fill('{"type":"heartbeat"}'));
    }
    for (const end of ends) end.terminate();
  });

  it('may be silent for a minute, as in a tunnel, before it is closed', () => {
    const end = connect(false);
    vi.advanceTimersByTime(60_000);
    expect(end.readyState).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(end.readyState).toBe(3);
  });
});

it('an address has so many connections and no more, whoever opens them; another address has its own', async () => {
  await hub.closeAll();
  hub = createSocketHub({
    checkSession: () => Promise.resolve('unchanged' as const),
    limits: { perUser: 500, perAddress: 3 },
    onError: () => {},
  });
  const ends = [1, 2, 3, 4, 5].map((userId) => connect(true, { userId }));
  const elsewhere = connect(true, { userId: 6, address: '203.0.113.7' });
  const { tooManySockets } = closeCodes;
  expect(ends.map(({ closedWith }) => closedWith)).toEqual([null, null, null, tooManySockets, tooManySockets]);
  expect(elsewhere.closedWith).toBeNull();
});
