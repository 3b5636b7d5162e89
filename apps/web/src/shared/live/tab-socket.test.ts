import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TabSocket } from './tab-socket.ts';
import { FakeSurroundings } from './testing/fake-surroundings.ts';

let world: FakeSurroundings;
let tab: TabSocket;
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  world = new FakeSurroundings();
  tab = new TabSocket(world);
  told = [];
});
afterEach(() => {
  tab.stop();
  vi.useRealTimers();
});

function start(): void {
  tab.start(
    {
      onChanged: (what) => told.push(what),
      onConnected: (again) => told.push(again ? 'again' : 'first'),
      onSignedOut: () => told.push('signed out'),
    },
    world.now(),
  );
}

function join() {
  return tab.join({ address: () => '/ws/chat/c', onEvent: (event) => told.push(JSON.stringify(event)) });
}

/** So long a chat may take to be known of. */
function wait(): void {
  vi.advanceTimersByTime(500);
}

test('a page that comes with a chat opens the socket of the chat and no other before', () => {
  start();
  join();
  wait();
  expect(world.sockets.map(({ address }) => address)).toEqual(['/ws/chat/c']);
});

test('a tab has one socket: the chat’s while there is a chat, and it tells of changes too', () => {
  start();
  wait();
  expect(world.socket.address).toBe('/ws/live');
  const seat = join();
  expect(world.socket.address).toBe('/ws/chat/c');
  expect(world.alive).toBe(1);
  world.socket.opens();
  world.socket.tells({ type: 'changed', what: 'tickets' });
  world.socket.tells({ type: 'typing', sender: 'agent' });
  seat.leave();
  wait();
  expect(world.socket.address).toBe('/ws/live');
  expect(world.alive).toBe(1);
  expect(told).toEqual(['first', 'tickets', '{"type":"typing","sender":"agent"}']);
});

test('a chat that has ended leaves the tab its live pages', () => {
  start();
  join();
  world.socket.opens();
  world.socket.ends(closeCodes.chatEnded);
  wait();
  expect(world.socket.address).toBe('/ws/live');
  expect(world.alive).toBe(1);
});

test('who left a chat long ago neither sends in the next one nor ends it', () => {
  start();
  const before = join();
  const now = join();
  world.socket.opens();
  before.leave();
  expect(before.send({ type: 'typing' })).toBe(false);
  expect(now.send({ type: 'typing' })).toBe(true);
  expect(world.socket.address).toBe('/ws/chat/c');
});

test('pages are told what has changed since they were read, and after a loss that something may have been missed', () => {
  const recent = {
    type: 'recent',
    withinMs: 60_000,
    changes: [
      { what: 'tickets', agoMs: 400 },
      { what: 'usage', agoMs: 700 },
    ],
  };
  start();
  wait();
  world.socket.opens();
  world.socket.tells(recent);
  expect(told.splice(1)).toEqual(['tickets']);
  world.socket.ends(1006);
  vi.advanceTimersByTime(1000);
  world.socket.opens();
  world.socket.tells(recent);
  expect(told).toEqual(['first', 'again']);
});

test('when the session has been replaced, the same person is connected again; when it is over, nobody is', () => {
  start();
  wait();
  world.socket.opens();
  world.socket.ends(closeCodes.signedOut);
  expect(told).toEqual(['first', 'signed out']);
  expect(world.alive).toBe(0);
  tab.renew();
  wait();
  expect(world.alive).toBe(1);
  tab.stop();
  tab.renew();
  wait();
  expect(world.alive).toBe(0);
});
