import type { CurrentUser } from '@portal/contract/identity/accounts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { fetchUser } from './fetch-user.ts';

const FRESH_FOR_MS = 5 * 60 * 1000;

/** The cached answer of GET /api/user; null means that nobody is signed in. */
export const sessionQuery = queryOptions<CurrentUser | null>({
  queryKey: ['/api/user'],
  queryFn: fetchUser,
  staleTime: FRESH_FOR_MS,
});

/**
 * Since when this person's things have been read for this page, in milliseconds of the wall clock.
 */
export function personReadAt(client: QueryClient): number {
  return client.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt ?? 0;
}

export type Session =
  | { state: 'loading' }
  | { state: 'failed'; retry: () => void }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: CurrentUser };

/** The user, as far as this browser knows. */
export function useSession(): Session {
  const { data, isPending, refetch } = useQuery(sessionQuery);
  if (isPending) return { state: 'loading' };
  if (data === undefined) return { state: 'failed', retry: () => void refetch() };
  return data ? { state: 'signed-in', user: data } : { state: 'signed-out' };
}

/** The signed-in person, or null while loading and for visitors. */
export function useUser(): CurrentUser | null {
  return useQuery(sessionQuery).data ?? null;
}
