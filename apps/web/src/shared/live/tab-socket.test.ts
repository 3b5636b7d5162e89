import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TabSocket } from './tab-socket.ts';
import { FakeEnvironment } from './testing/fake-environment.ts';

let environment: FakeEnvironment;
let tab: TabSocket;
let events: string[];

beforeEach(() => {
  vi.useFakeTimers();
  environment = new FakeEnvironment();
  tab = new TabSocket(environment);
  events = [];
});
afterEach(() => {
  tab.stop();
  vi.useRealTimers();
});

function start(): void {
  tab.start(
    {
      onChanged: (what) => events.push(what),
      onConnected: (again) => events.push(again ? 'again' : 'first'),
      onSignedOut: () => events.push('signed out'),
    },
    environment.now(),
  );
}

function join() {
  return tab.join({ address: () => '/ws/chat/c', onEvent: (event) => events.push(JSON.stringify(event)) });
}

/** A page may learn of its chat this late. */
function wait(): void {
  vi.advanceTimersByTime(500);
}

test('a page with a chat opens the socket of the chat and no other before', () => {
  start();
  join();
  wait();
  expect(environment.sockets.map(({ address }) => address)).toEqual(['/ws/chat/c']);
});

test('a tab has one socket: the chat’s while there is a chat, which carries changes too', () => {
  start();
  wait();
  expect(environment.socket.address).toBe('/ws/live');
  const connection = join();
  expect(environment.socket.address).toBe('/ws/chat/c');
  expect(environment.openSockets).toBe(1);
  environment.socket.opens();
  environment.socket.tells({ type: 'changed', what: 'tickets' });
  environment.socket.tells({ type: 'typing', sender: 'agent' });
  connection.leave();
  wait();
  expect(environment.socket.address).toBe('/ws/live');
  expect(environment.openSockets).toBe(1);
  expect(events).toEqual(['first', 'tickets', '{"type":"typing","sender":"agent"}']);
});

test('after a chat has ended the tab gets its live updates again', () => {
  start();
  join();
  environment.socket.opens();
  environment.socket.ends(closeCodes.chatEnded);
  wait();
  expect(environment.socket.address).toBe('/ws/live');
  expect(environment.openSockets).toBe(1);
});

test('a component that left a chat earlier can neither send in the next one nor end it', () => {
  start();
  const before = join();
  const now = join();
  environment.socket.opens();
  before.leave();
  expect(before.send({ type: 'typing' })).toBe(false);
  expect(now.send({ type: 'typing' })).toBe(true);
  expect(environment.socket.address).toBe('/ws/chat/c');
});

test('pages get what has changed since they were read, and after a reconnection that something may have been missed', () => {
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
  environment.socket.opens();
  environment.socket.tells(recent);
  expect(events.splice(1)).toEqual(['tickets']);
  environment.socket.ends(1006);
  vi.advanceTimersByTime(1000);
  environment.socket.opens();
  environment.socket.tells(recent);
  expect(events).toEqual(['first', 'again']);
});

test('when the session has been replaced, the same person is connected again; when it is over, no one is', () => {
  start();
  wait();
  environment.socket.opens();
  environment.socket.ends(closeCodes.signedOut);
  expect(events).toEqual(['first', 'signed out']);
  expect(environment.openSockets).toBe(0);
  tab.renew();
  wait();
  expect(environment.openSockets).toBe(1);
  tab.stop();
  tab.renew();
  wait();
  expect(environment.openSockets).toBe(0);
});
