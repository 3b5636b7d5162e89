import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { notifyAgent, refreshBesideChats } from './notify-agent.ts';

/** A console page that shows the answer of one call. */
async function show(queries: QueryClient, address: string) {
  const ask = vi.fn(() => Promise.resolve('answer'));
  new QueryObserver(queries, { queryKey: [address], queryFn: ask }).subscribe(() => undefined);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  await Promise.resolve();
  ask.mockClear();
  return ask;
}

async function openConsole() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const [chats, payments, audit] = await Promise.all(
    ['/api/staff/chats', '/api/staff/payments', '/api/staff/audit'].map((address) => show(queries, address)),
  );
  const notify = (what: 'payments' | 'everything') =>
    notifyAgent({ queries, userId: 1, replies: { confirm: () => undefined } }, { type: 'changed', what });
  return { queries, chats, payments, audit, notify };
}

it('a change for a customer refetches the console’s pages that show it, and nothing else', async () => {
  const { payments, audit, notify } = await openConsole();
  notify('payments');
  await vi.waitFor(() => expect(payments).toHaveBeenCalledOnce());
  expect(audit).not.toHaveBeenCalled();
});

it('after changes that may have been missed everything on the console is refetched, chats too', async () => {
  const { chats, payments, audit, notify } = await openConsole();
  notify('everything');
  await vi.waitFor(() => {
    for (const ask of [chats, payments, audit]) expect(ask).toHaveBeenCalledOnce();
  });
});

it('after a reconnection everything is refetched, but the chats only once: their socket does that', async () => {
  const { queries, chats, payments, audit } = await openConsole();
  refreshBesideChats(queries);
  await vi.waitFor(() => {
    for (const ask of [payments, audit]) expect(ask).toHaveBeenCalledOnce();
  });
  expect(chats).not.toHaveBeenCalled();
});
