import { QueryClient } from '@tanstack/react-query';
import { clearPersistedQueries } from '../shared/offline/persisted-queries.ts';
import { storeChosenLine } from '../shared/session/chosen-line.ts';
import { sessionQuery } from '../shared/session/use-session.ts';

/**
 * Specification section 9: never stale, never refetched by itself, never retried. Calls fail at
 * once when there is no connection.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
        // A query is passed to parts of a page that load later: their data must not be out of date
        // by then.
        notifyOnChangeProps: 'all',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Clears the user, everything fetched for them and the persisted queries. */
export function clearSession(client: QueryClient): void {
  clearPersistedQueries();
  storeChosenLine(null);
  client.setQueryData(sessionQuery.queryKey, null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
}
