import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveLink, type LiveLinkOptions } from './live-link.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import { FakeEnvironment } from './testing/fake-environment.ts';

let environment: FakeEnvironment;
let told: string[];
let link: LiveLink;

beforeEach(() => {
  vi.useFakeTimers();
  environment = new FakeEnvironment();
  told = [];
  link = connect();
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
});

function connect(options: Partial<LiveLinkOptions> = {}): LiveLink {
  return new LiveLink(
    {
      address: () => '/ws/live',
      onEvent: (event) => told.push(JSON.stringify(event)),
      onOnline: (online) => told.push(online ? 'online' : 'offline'),
      onFailure: (failures) => told.push(`failure ${failures}`),
      onEnd: (why) => told.push(why),
      ...options,
    },
    environment,
  );
}

describe('after a loss', () => {
  test('it connects again, each time after a longer pause, 30 s at most', () => {
    const pauses = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = environment.now();
      environment.socket.ends(1006);
      const count = environment.sockets.length;
      while (environment.sockets.length === count) vi.advanceTimersByTime(100);
      pauses.push(environment.now() - before);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((failures) => `failure ${failures}`));
  });

  test('pages that were lost together do not come back together', () => {
    expect(reconnectDelay(0, 0)).toBe(300);
    expect(reconnectDelay(0, 1)).toBe(1000);
    expect(reconnectDelay(50, 0.5)).toBe(19_500);
  });

  test('the pauses are short again only once a connection has lasted, so that a server that keeps failing is left in peace', () => {
    environment.socket.ends(1006);
    vi.advanceTimersByTime(1000);
    environment.socket.opens();
    vi.advanceTimersByTime(500);
    environment.socket.ends(closeCodes.restart);
    vi.advanceTimersByTime(1999);
    expect(environment.sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(environment.sockets).toHaveLength(3);
    environment.socket.opens();
    vi.advanceTimersByTime(10_000);
    environment.socket.ends(closeCodes.restart);
    vi.advanceTimersByTime(1000);
    expect(environment.sockets).toHaveLength(4);
  });

  test('an attempt that gets no answer within 10 s is given up for another', () => {
    vi.advanceTimersByTime(10_000);
    expect(environment.openSockets).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(environment.sockets).toHaveLength(2);
  });

  test.each([closeCodes.restart, closeCodes.tooSlow, 1006, 1011])('code %i means: come back', (code) => {
    environment.socket.opens();
    environment.socket.ends(code);
    vi.advanceTimersByTime(1000);
    expect(environment.openSockets).toBe(1);
  });
});

describe('it stays away', () => {
  test.each([
    [closeCodes.signedOut, 'signed-out'],
    [closeCodes.chatEnded, 'ended'],
  ])('after code %i, whatever happens', (code, why) => {
    environment.socket.opens();
    environment.socket.ends(code);
    for (const moment of ['online', 'shown', 'back'] as const) environment.page(moment);
    link.connectNow();
    vi.advanceTimersByTime(600_000);
    expect(environment.sockets).toHaveLength(1);
    expect(told).toEqual(['online', 'offline', why]);
  });

  test('when newer windows took its place, until somebody looks at its page again', () => {
    environment.socket.opens();
    environment.socket.ends(closeCodes.tooManySockets);
    environment.page('online');
    vi.advanceTimersByTime(600_000);
    expect(environment.sockets).toHaveLength(1);
    environment.page('shown');
    expect(environment.openSockets).toBe(1);
    expect(told).toEqual(['online', 'offline', 'too-many-sockets']);
  });

  test('once it was closed, and its socket is closed with it', () => {
    environment.socket.opens();
    link.close();
    environment.page('online');
    vi.advanceTimersByTime(600_000);
    expect(environment.sockets).toHaveLength(1);
    expect(environment.openSockets).toBe(0);
  });
});

describe('it is back at once', () => {
  test('when the device is online again, however long the pause was to be', () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      environment.socket.ends(1006);
      vi.advanceTimersByTime(30_000);
    }
    environment.socket.ends(1006);
    const count = environment.sockets.length;
    environment.page('online');
    expect(environment.sockets).toHaveLength(count + 1);
  });

  test('when the machine has slept, although the old connection says nothing of its death', () => {
    environment.socket.opens();
    // No timer runs while it sleeps: only the clock has moved.
    vi.setSystemTime(environment.now() + 40_000);
    environment.page('shown');
    expect(environment.sockets).toHaveLength(2);
    expect(environment.openSockets).toBe(1);
    expect(told).toEqual(['online', 'offline']);
  });

  test('when a page is looked at again while it waits for its next attempt', () => {
    environment.socket.ends(1006);
    environment.page('shown');
    expect(environment.openSockets).toBe(1);
  });

  test('out of the back-forward cache, for which it had made room', () => {
    environment.socket.opens();
    environment.page('left');
    expect(environment.openSockets).toBe(0);
    vi.advanceTimersByTime(600_000);
    expect(environment.sockets).toHaveLength(1);
    environment.page('back');
    expect(environment.openSockets).toBe(1);
  });
});

test('a connection over which nothing has been heard for 75 s is dead, and one with a beat every 30 s is not', () => {
  environment.socket.opens();
  for (let beat = 0; beat < 20; beat++) {
    vi.advanceTimersByTime(30_000);
    environment.socket.tells({ type: 'heartbeat' });
  }
  expect(environment.sockets).toHaveLength(1);
  expect(told).toEqual(['online']);
  vi.advanceTimersByTime(90_000);
  expect(environment.sockets.length).toBeGreaterThan(1);
  expect(environment.openSockets).toBe(1);
});

test('one that opens after it was given up is closed at once', () => {
  const late = environment.socket;
  vi.advanceTimersByTime(10_000);
  expect(late.closed).toBe(false);
  late.opens();
  expect(late.closed).toBe(true);
  expect(told).not.toContain('online');
});

test('looking at a page again with a living connection changes nothing', () => {
  environment.socket.opens();
  vi.advanceTimersByTime(20_000);
  environment.page('shown');
  environment.page('back');
  expect(environment.sockets).toHaveLength(1);
});

test('without a connection a frame is not sent and the sender knows', () => {
  expect(link.send({ type: 'typing' })).toBe(false);
  environment.socket.opens();
  expect(link.send({ type: 'typing' })).toBe(true);
  environment.page('offline');
  expect(link.send({ type: 'typing' })).toBe(false);
  expect(environment.sockets[0]?.sent).toEqual([{ type: 'typing' }]);
});

test('each attempt asks anew where it is to go', () => {
  link.close();
  let after = 0;
  link = connect({ address: () => `/ws/chat/c?after=${after}` });
  expect(environment.socket.address).toBe('/ws/chat/c?after=0');
  after = 7;
  environment.socket.ends(1006);
  vi.advanceTimersByTime(1000);
  expect(environment.socket.address).toBe('/ws/chat/c?after=7');
});
