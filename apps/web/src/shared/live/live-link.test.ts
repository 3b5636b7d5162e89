import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveLink, type LiveLinkOptions } from './live-link.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import { FakeEnvironment } from './testing/fake-environment.ts';

let environment: FakeEnvironment;
let events: string[];
let link: LiveLink;

beforeEach(() => {
  vi.useFakeTimers();
  environment = new FakeEnvironment();
  events = [];
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
      onEvent: (event) => events.push(JSON.stringify(event)),
      onOnline: (online) => events.push(online ? 'online' : 'offline'),
      onFailure: (failures) => events.push(`failure ${failures}`),
      onEnd: (why) => events.push(why),
      ...options,
    },
    environment,
  );
}

describe('after a lost connection', () => {
  test('it reconnects, each time after a longer delay, 30 s at most', () => {
    const pauses = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = environment.now();
      environment.socket.ends(1006);
      const count = environment.sockets.length;
      while (environment.sockets.length === count) vi.advanceTimersByTime(100);
      pauses.push(environment.now() - before);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(events).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((failures) => `failure ${failures}`));
  });

  test('pages that lost the connection together do not reconnect together', () => {
    expect(reconnectDelay(0, 0)).toBe(300);
    expect(reconnectDelay(0, 1)).toBe(1000);
    expect(reconnectDelay(50, 0.5)).toBe(19_500);
  });

  test('the delay is reset only once a connection has lasted, so that a failing server is not flooded', () => {
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

  test('an attempt without an answer is aborted after 10 s and followed by another', () => {
    vi.advanceTimersByTime(10_000);
    expect(environment.openSockets).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(environment.sockets).toHaveLength(2);
  });

  test.each([closeCodes.restart, closeCodes.tooSlow, 1006, 1011])('it reconnects after code %i', (code) => {
    environment.socket.opens();
    environment.socket.ends(code);
    vi.advanceTimersByTime(1000);
    expect(environment.openSockets).toBe(1);
  });
});

describe('it does not reconnect', () => {
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
    expect(events).toEqual(['online', 'offline', why]);
  });

  test('when newer windows have replaced it, until its page is shown again', () => {
    environment.socket.opens();
    environment.socket.ends(closeCodes.tooManySockets);
    environment.page('online');
    vi.advanceTimersByTime(600_000);
    expect(environment.sockets).toHaveLength(1);
    environment.page('shown');
    expect(environment.openSockets).toBe(1);
    expect(events).toEqual(['online', 'offline', 'too-many-sockets']);
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

describe('it reconnects at once', () => {
  test('when the device is online again, however long the delay was to be', () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      environment.socket.ends(1006);
      vi.advanceTimersByTime(30_000);
    }
    environment.socket.ends(1006);
    const count = environment.sockets.length;
    environment.page('online');
    expect(environment.sockets).toHaveLength(count + 1);
  });

  test('when the device has slept, although the old connection has reported no end', () => {
    environment.socket.opens();
    // No timer runs while it sleeps: only the clock has moved.
    vi.setSystemTime(environment.now() + 40_000);
    environment.page('shown');
    expect(environment.sockets).toHaveLength(2);
    expect(environment.openSockets).toBe(1);
    expect(events).toEqual(['online', 'offline']);
  });

  test('when a page is shown again while it waits for its next attempt', () => {
    environment.socket.ends(1006);
    environment.page('shown');
    expect(environment.openSockets).toBe(1);
  });

  test('when it returns from the back-forward cache, for which it had closed', () => {
    environment.socket.opens();
    environment.page('left');
    expect(environment.openSockets).toBe(0);
    vi.advanceTimersByTime(600_000);
    expect(environment.sockets).toHaveLength(1);
    environment.page('back');
    expect(environment.openSockets).toBe(1);
  });
});

test('a connection without a message for 75 s is dead, and one with a heartbeat every 30 s is not', () => {
  environment.socket.opens();
  for (let beat = 0; beat < 20; beat++) {
    vi.advanceTimersByTime(30_000);
    environment.socket.tells({ type: 'heartbeat' });
  }
  expect(environment.sockets).toHaveLength(1);
  expect(events).toEqual(['online']);
  vi.advanceTimersByTime(90_000);
  expect(environment.sockets.length).toBeGreaterThan(1);
  expect(environment.openSockets).toBe(1);
});

test('a socket that opens after its timeout is closed at once', () => {
  const late = environment.socket;
  vi.advanceTimersByTime(10_000);
  expect(late.closed).toBe(false);
  late.opens();
  expect(late.closed).toBe(true);
  expect(events).not.toContain('online');
});

test('showing a page again with a working connection changes nothing', () => {
  environment.socket.opens();
  vi.advanceTimersByTime(20_000);
  environment.page('shown');
  environment.page('back');
  expect(environment.sockets).toHaveLength(1);
});

test('without a connection a frame is not sent and its sender is told so', () => {
  expect(link.send({ type: 'typing' })).toBe(false);
  environment.socket.opens();
  expect(link.send({ type: 'typing' })).toBe(true);
  environment.page('offline');
  expect(link.send({ type: 'typing' })).toBe(false);
  expect(environment.sockets[0]?.sent).toEqual([{ type: 'typing' }]);
});

test('each attempt asks for its address again', () => {
  link.close();
  let after = 0;
  link = connect({ address: () => `/ws/chat/c?after=${after}` });
  expect(environment.socket.address).toBe('/ws/chat/c?after=0');
  after = 7;
  environment.socket.ends(1006);
  vi.advanceTimersByTime(1000);
  expect(environment.socket.address).toBe('/ws/chat/c?after=7');
});
