import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionQuery } from '../shared/session/use-session.ts';
import { makeQueryClient } from './query-client.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a query is not refetched by itself, neither after a day nor when the window gets the focus', async () => {
  const client = makeQueryClient();
  const ask = vi.fn(() => Promise.resolve('plans'));
  const stop = new QueryObserver(client, { queryKey: ['plans'], queryFn: ask }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(DAY_MS);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await client.fetchQuery({ queryKey: ['plans'], queryFn: ask });
  expect(ask).toHaveBeenCalledOnce();
  stop();
});

test('a failed call is not retried, whether it reads or writes', async () => {
  const client = makeQueryClient();
  const fail = vi.fn(() => Promise.reject(new Error('503')));
  await expect(client.fetchQuery({ queryKey: ['plans'], queryFn: fail })).rejects.toThrow('503');
  await expect(client.getMutationCache().build(client, { mutationFn: fail }).execute(undefined)).rejects.toThrow('503');
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(fail).toHaveBeenCalledTimes(2);
});

test('the session is cached for five minutes, then fetched again', async () => {
  const client = makeQueryClient();
  const asked = vi.fn(() => Promise.resolve(new Response('{}', { status: 401 })));
  vi.stubGlobal('fetch', asked);
  expect(await client.fetchQuery(sessionQuery)).toBeNull();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
  await client.fetchQuery(sessionQuery);
  expect(asked).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  await client.fetchQuery(sessionQuery);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a session that could not be fetched is not a session that has ended', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })));
  await expect(makeQueryClient().fetchQuery(sessionQuery)).rejects.toThrow('Failed to fetch user');
});
