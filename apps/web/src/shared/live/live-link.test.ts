import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveLink, type LiveLinkOptions } from './live-link.ts';
import { pauseBefore } from './pause-before.ts';
import { FakeSurroundings } from './testing/fake-surroundings.ts';

let world: FakeSurroundings;
let told: string[];
let link: LiveLink;

beforeEach(() => {
  vi.useFakeTimers();
  world = new FakeSurroundings();
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
    world,
  );
}

describe('after a loss', () => {
  test('it connects again, each time after a longer pause, 30 s at most', () => {
    const pauses = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = world.now();
      world.socket.ends(1006);
      const count = world.sockets.length;
      while (world.sockets.length === count) vi.advanceTimersByTime(100);
      pauses.push(world.now() - before);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((failures) => `failure ${failures}`));
  });

  test('pages that were lost together do not come back together', () => {
    expect(pauseBefore(0, 0)).toBe(300);
    expect(pauseBefore(0, 1)).toBe(1000);
    expect(pauseBefore(50, 0.5)).toBe(19_500);
  });

  test('the pauses are short again only once a connection has lasted, so that a server that keeps failing is left in peace', () => {
    world.socket.ends(1006);
    vi.advanceTimersByTime(1000);
    world.socket.opens();
    vi.advanceTimersByTime(500);
    world.socket.ends(closeCodes.restart);
    vi.advanceTimersByTime(1999);
    expect(world.sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(world.sockets).toHaveLength(3);
    world.socket.opens();
    vi.advanceTimersByTime(10_000);
    world.socket.ends(closeCodes.restart);
    vi.advanceTimersByTime(1000);
    expect(world.sockets).toHaveLength(4);
  });

  test('an attempt that gets no answer within 10 s is given up for another', () => {
    vi.advanceTimersByTime(10_000);
    expect(world.alive).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(world.sockets).toHaveLength(2);
  });

  test.each([closeCodes.restart, closeCodes.tooSlow, 1006, 1011])('code %i means: come back', (code) => {
    world.socket.opens();
    world.socket.ends(code);
    vi.advanceTimersByTime(1000);
    expect(world.alive).toBe(1);
  });
});

describe('it stays away', () => {
  test.each([
    [closeCodes.signedOut, 'signed-out'],
    [closeCodes.chatEnded, 'ended'],
  ])('after code %i, whatever happens', (code, why) => {
    world.socket.opens();
    world.socket.ends(code);
    for (const moment of ['online', 'shown', 'back'] as const) world.page(moment);
    link.connectNow();
    vi.advanceTimersByTime(600_000);
    expect(world.sockets).toHaveLength(1);
    expect(told).toEqual(['online', 'offline', why]);
  });

  test('when newer windows took its place, until somebody looks at its page again', () => {
    world.socket.opens();
    world.socket.ends(closeCodes.elsewhere);
    world.page('online');
    vi.advanceTimersByTime(600_000);
    expect(world.sockets).toHaveLength(1);
    world.page('shown');
    expect(world.alive).toBe(1);
    expect(told).toEqual(['online', 'offline', 'elsewhere']);
  });

  test('once it was closed, and its socket is closed with it', () => {
    world.socket.opens();
    link.close();
    world.page('online');
    vi.advanceTimersByTime(600_000);
    expect(world.sockets).toHaveLength(1);
    expect(world.alive).toBe(0);
  });
});

describe('it is back at once', () => {
  test('when the device is online again, however long the pause was to be', () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      world.socket.ends(1006);
      vi.advanceTimersByTime(30_000);
    }
    world.socket.ends(1006);
    const count = world.sockets.length;
    world.page('online');
    expect(world.sockets).toHaveLength(count + 1);
  });

  test('when the machine has slept, although the old connection says nothing of its death', () => {
    world.socket.opens();
    // No timer runs while it sleeps: only the clock has moved.
    vi.setSystemTime(world.now() + 40_000);
    world.page('shown');
    expect(world.sockets).toHaveLength(2);
    expect(world.alive).toBe(1);
    expect(told).toEqual(['online', 'offline']);
  });

  test('when a page is looked at again while it waits for its next attempt', () => {
    world.socket.ends(1006);
    world.page('shown');
    expect(world.alive).toBe(1);
  });

  test('out of the back-forward cache, for which it had made room', () => {
    world.socket.opens();
    world.page('left');
    expect(world.alive).toBe(0);
    vi.advanceTimersByTime(600_000);
    expect(world.sockets).toHaveLength(1);
    world.page('back');
    expect(world.alive).toBe(1);
  });
});

test('a connection over which nothing has been heard for 75 s is dead, and one with a beat every 30 s is not', () => {
  world.socket.opens();
  for (let beat = 0; beat < 20; beat++) {
    vi.advanceTimersByTime(30_000);
    world.socket.tells({ type: 'beat' });
  }
  expect(world.sockets).toHaveLength(1);
  expect(told).toEqual(['online']);
  vi.advanceTimersByTime(90_000);
  expect(world.sockets.length).toBeGreaterThan(1);
  expect(world.alive).toBe(1);
});

test('one that opens after it was given up is closed at once', () => {
  const late = world.socket;
  vi.advanceTimersByTime(10_000);
  expect(late.closed).toBe(false);
  late.opens();
  expect(late.closed).toBe(true);
  expect(told).not.toContain('online');
});

test('looking at a page again with a living connection changes nothing', () => {
  world.socket.opens();
  vi.advanceTimersByTime(20_000);
  world.page('shown');
  world.page('back');
  expect(world.sockets).toHaveLength(1);
});

test('without a connection a frame is not sent and the sender knows', () => {
  expect(link.send({ type: 'typing' })).toBe(false);
  world.socket.opens();
  expect(link.send({ type: 'typing' })).toBe(true);
  world.page('offline');
  expect(link.send({ type: 'typing' })).toBe(false);
  expect(world.sockets[0]?.sent).toEqual([{ type: 'typing' }]);
});

test('each attempt asks anew where it is to go', () => {
  link.close();
  let after = 0;
  link = connect({ address: () => `/ws/chat/c?after=${after}` });
  expect(world.socket.address).toBe('/ws/chat/c?after=0');
  after = 7;
  world.socket.ends(1006);
  vi.advanceTimersByTime(1000);
  expect(world.socket.address).toBe('/ws/chat/c?after=7');
});
