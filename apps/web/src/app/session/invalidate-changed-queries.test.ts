import { listTickets } from '@portal/contract/support/tickets';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { makeQueryClient } from '../query-client.ts';
import { invalidateAll, invalidateFor } from './invalidate-changed-queries.ts';

/** A page that shows the answer of one call. */
async function show(client: ReturnType<typeof makeQueryClient>, key: readonly unknown[]) {
  const ask = vi.fn(() => Promise.resolve('answer'));
  const leave = new QueryObserver(client, { queryKey: key, queryFn: ask }).subscribe(() => {});
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  await Promise.resolve();
  ask.mockClear();
  return { ask, leave };
}

test('a change refetches the queries on screen that show it, and others when they are shown next', async () => {
  const client = makeQueryClient();
  const list = await show(client, [listTickets.path]);
  const one = await show(client, ['/api/user/tickets/:id', 't-1']);
  const usage = await show(client, ['/api/user/usage']);
  one.leave();
  invalidateFor(client, 'tickets');
  await vi.waitFor(() => expect(list.ask).toHaveBeenCalledOnce());
  expect(one.ask).not.toHaveBeenCalled();
  expect(usage.ask).not.toHaveBeenCalled();
  expect(client.getQueryState(['/api/user/tickets/:id', 't-1'])?.isInvalidated).toBe(true);
});

test('after a reconnection every query on screen that staff can change is refetched', async () => {
  const client = makeQueryClient();
  const shown = await Promise.all(
    ['/api/user', '/api/user/tickets', '/api/network/status', '/api/service-plans'].map((path) => show(client, [path])),
  );
  const own = await show(client, ['/api/user/notification-choices']);
  invalidateAll(client);
  await vi.waitFor(() => {
    for (const { ask } of shown) expect(ask).toHaveBeenCalledOnce();
  });
  expect(own.ask).not.toHaveBeenCalled();
});
