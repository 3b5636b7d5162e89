import { getOverview } from '@portal/contract/console/overview';
import { dismissSharedLogin, listSharedLogins } from '@portal/contract/network/shared-logins';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;

export type SharedLoginState = 'open' | 'dismissed';

/** Logins that may be shared, or that were dismissed, the latest first, fifty at a time. */
export function useSharedLogins(state: SharedLoginState) {
  return useInfiniteQuery({
    queryKey: [listSharedLogins.path, state],
    queryFn: ({ pageParam }) =>
      callEndpoint(listSharedLogins, {
        query: { state, limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.key),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}

export function useDismissSharedLogin(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof dismissSharedLogin.body>) =>
      callEndpoint(dismissSharedLogin, { params: { id }, body }),
    onSettled: () =>
      Promise.all(
        [listSharedLogins.path, getOverview.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
