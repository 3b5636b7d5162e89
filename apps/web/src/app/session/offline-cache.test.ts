import type { CurrentUser } from '@portal/contract/identity/accounts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastUpdated } from '../../shared/offline/last-updated.ts';
import { clearPersistedQueriesAndLeave } from '../../shared/offline/persisted-queries.ts';
import { clearSession } from '../query-client.ts';
import { persistOfflineCache, restoreOfflineCache } from './offline-cache.ts';

const NOON = Date.parse('2025-07-04T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
let stored: Map<string, string>;
let heard: Map<string, (event: unknown) => void>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  stored = new Map();
  heard = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: (event: unknown) => void) => heard.set(name, listener),
    removeEventListener: (name: string) => heard.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function person(id: number, role: CurrentUser['role'] = 'customer'): CurrentUser {
  const names = { firstName: 'Ada', lastName: 'Obi', email: `ada${id}@example.com`, phone: null };
  return { id, role, ...names, phoneVerified: false, emailVerified: true, createdAt: '2025-01-01T00:00:00Z' };
}

/** A page of a signed-in person on which their usage has been shown. */
function pageOf(user: CurrentUser) {
  const client = new QueryClient();
  client.setQueryData(['/api/user'], user);
  client.setQueryData(['/api/user/usage'], { dataUsed: user.id });
  persistOfflineCache(client, user, Date.now());
  client.setQueryData(['/api/user/tickets'], ['a private matter']);
  vi.advanceTimersByTime(1000);
  return client;
}

function opened(now = NOON) {
  const client = new QueryClient();
  return { client, user: restoreOfflineCache(client, now, false) };
}

test('without a connection the last figures are shown with their date, and nothing else', () => {
  pageOf(person(7));
  const { client, user } = opened(NOON + DAY_MS);
  expect(user?.id).toBe(7);
  expect(client.getQueryData(['/api/user/usage'])).toEqual({ dataUsed: 7 });
  expect(lastUpdated()).toBe('4 July, 13:00');
  expect([...stored.values()].join()).not.toContain('private');
});

test('nothing is left after logging out, also of an answer that arrives late', () => {
  const client = pageOf(person(7));
  client.setQueryData(['/api/user/subscription'], { planName: 'Home' });
  clearSession(client);
  vi.advanceTimersByTime(5000);
  expect(stored.size).toBe(0);
  expect(lastUpdated()).toBeNull();
  client.setQueryData(['/api/user/usage'], { dataUsed: 8 });
  vi.advanceTimersByTime(5000);
  expect(stored.size).toBe(0);
});

test('logging out in another window stops the caching in this one', () => {
  const client = pageOf(person(7));
  stored.clear();
  heard.get('storage')?.({ key: 'last-seen', newValue: null });
  client.setQueryData(['/api/user/usage'], { dataUsed: 9 });
  vi.advanceTimersByTime(5000);
  expect(stored.size).toBe(0);
});

test('another person who signs in on this device finds nothing of the one before', () => {
  pageOf(person(7));
  const client = new QueryClient();
  client.setQueryData(['/api/user'], person(8));
  persistOfflineCache(client, person(8), Date.now());
  vi.advanceTimersByTime(1000);
  expect([...stored.values()].join()).not.toContain('ada7');
  expect(opened().client.getQueryData(['/api/user/usage'])).toBeUndefined();
});

test('staff leave nothing on a device, and figures older than 7 days are not shown', () => {
  pageOf(person(7));
  expect(opened(NOON + 7 * DAY_MS + 1).user).toBeUndefined();
  pageOf(person(1, 'admin'));
  expect(stored.size).toBe(0);
});

test('where nothing is cached a page for visitors opens as usual', () => {
  const client = new QueryClient();
  expect(restoreOfflineCache(client, NOON, true)).toBeNull();
  expect(client.getQueryData(['/api/user'])).toBeNull();
});

// Last in this file: the page of these tests is left.
test('what arrives in a page that is left for another account is not persisted for that one', () => {
  const client = pageOf(person(7));
  client.setQueryData(['/api/user/usage'], { dataUsed: 1 });
  clearPersistedQueriesAndLeave();
  client.setQueryData(['/api/user/usage'], { dataUsed: 2 });
  vi.advanceTimersByTime(1000);
  expect(stored.size).toBe(0);
});
