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
  const tell = (what: 'payments' | 'everything') =>
    notifyAgent({ queries, userId: 1, replies: { confirm: () => undefined } }, { type: 'changed', what });
  return { queries, chats, payments, audit, tell };
}

it('what changed for a customer is asked for again on the console’s pages that show it, and nothing else is', async () => {
  const { payments, audit, tell } = await openConsole();
  tell('payments');
  await vi.waitFor(() => expect(payments).toHaveBeenCalledOnce());
  expect(audit).not.toHaveBeenCalled();
});

it('after changes that may have gone untold everything on the console is asked for again, chats too', async () => {
  const { chats, payments, audit, tell } = await openConsole();
  tell('everything');
  await vi.waitFor(() => {
    for (const ask of [chats, payments, audit]) expect(ask).toHaveBeenCalledOnce();
  });
});

it('after a loss of the connection everything is, but the chats only once: their greeting does that', async () => {
  const { queries, chats, payments, audit } = await openConsole();
  refreshBesideChats(queries);
  await vi.waitFor(() => {
    for (const ask of [payments, audit]) expect(ask).toHaveBeenCalledOnce();
  });
  expect(chats).not.toHaveBeenCalled();
});
