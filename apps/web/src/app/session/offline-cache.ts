import { listPayments } from '@portal/contract/billing/payments/payments';
import { getReferral } from '@portal/contract/billing/referrals';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import { listSpeedTests } from '@portal/contract/network/speed-tests';
import { getUsage, listUsageMonths } from '@portal/contract/network/usage';
import type { Query, QueryClient } from '@tanstack/react-query';
import { formatMoment } from '../../shared/format/date.ts';
import { setLastUpdated } from '../../shared/offline/last-updated.ts';
import {
  clearPersistedQueries,
  onClearedElsewhere,
  type PersistedQueries,
  persistQueries,
  readPersistedQueries,
} from '../../shared/offline/persisted-queries.ts';
import { chosenLine } from '../../shared/session/chosen-line.ts';
import { sessionQuery } from '../../shared/session/use-session.ts';

/**
 * The only queries that are persisted: the account figures that a customer may want to read
 * offline.
 */
const FIGURES: readonly unknown[] = [
  getUsage,
  listUsageMonths,
  getSubscription,
  listSpeedTests,
  getReferral,
  listPayments,
].map(({ path }) => path);
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const SAVED_AFTER_MS = 500;
const ASKED_AGAIN_AFTER_MS = 15_000;

/**
 * Fills the query cache of a page that opened offline from the persisted queries, and refetches
 * them once the server answers. Ignores anything older than 7 days. Returns the user; without
 * persisted queries it returns null for a page that visitors may see, else undefined.
 */
export function restoreOfflineCache(
  client: QueryClient,
  now: number,
  forVisitors: boolean,
): CurrentUser | null | undefined {
  refetch(client);
  const saved = readPersistedQueries();
  if (!saved || !isOfThisLine(saved) || now - newestOf(saved) > MAX_AGE_MS) {
    if (!forVisitors) return undefined;
    client.setQueryData(sessionQuery.queryKey, null);
    return null;
  }
  client.setQueryData(sessionQuery.queryKey, saved.user, { updatedAt: newestOf(saved) });
  for (const [path, { data, at }] of Object.entries(saved.answers)) {
    client.setQueryData([path], data, { updatedAt: at });
  }
  dateFigures(saved);
  return saved.user;
}

function refetch(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => void ask();
  async function ask() {
    clearTimeout(timer);
    try {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    } catch {
      timer = setTimeout(attempt, ASKED_AGAIN_AFTER_MS);
      return;
    }
    window.removeEventListener('online', attempt);
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  }
  window.addEventListener('online', attempt);
  timer = setTimeout(attempt, ASKED_AGAIN_AFTER_MS);
}

let stop: (() => void) | null = null;

/**
 * Persists a customer's account figures on this device as they arrive, and clears them when the
 * session ends. Another user's persisted queries are dropped. Nothing is persisted for staff.
 */
export function persistOfflineCache(client: QueryClient, user: CurrentUser, now: number): void {
  stop?.();
  if (user.role !== 'customer') {
    clearPersistedQueries();
    return;
  }
  const before = readPersistedQueries();
  const isSame = before?.user.id === user.id && isOfThisLine(before);
  let saved: PersistedQueries = { user, line: chosenLine(), seenAt: now, answers: isSame ? before.answers : {} };
  let timer: ReturnType<typeof setTimeout> | undefined;
  function take({ queryKey, state }: Query) {
    if (queryKey.length !== 1 || !FIGURES.includes(queryKey[0]) || state.data === undefined) return;
    saved = {
      ...saved,
      answers: { ...saved.answers, [String(queryKey[0])]: { data: state.data, at: state.dataUpdatedAt } },
    };
    dateFigures(saved);
    timer ??= setTimeout(save, SAVED_AFTER_MS);
  }
  function save() {
    timer = undefined;
    persistQueries(saved);
  }
  persistQueries(saved);
  for (const query of client.getQueryCache().getAll()) take(query);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    take(event.query);
    if (event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    if (client.getQueryData(sessionQuery.queryKey)?.id === user.id) return;
    stop?.();
    clearPersistedQueries();
  });
  // Signed out in another window of this browser.
  const ignore = onClearedElsewhere(() => stop?.());
  stop = () => {
    unsubscribe();
    ignore();
    clearTimeout(timer);
  };
}

const isOfThisLine = ({ line = null }: PersistedQueries): boolean => line === chosenLine();

function dateFigures(saved: PersistedQueries): void {
  setLastUpdated(formatMoment(new Date(newestOf(saved)).toISOString()));
}

function newestOf({ seenAt, answers }: PersistedQueries): number {
  const moments = Object.values(answers).map(({ at }) => at);
  return moments.length === 0 ? seenAt : Math.max(...moments);
}
