import {
  countFailedDeliveries,
  type DeliveryKind,
  listFailedDeliveries,
  retryDeliveries,
  retryDelivery,
} from '@portal/contract/console/operations';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { REFRESH_MS } from './operations.ts';

const PAGE_SIZE = 25;

/** How many of each kind have failed. */
export function useDeliveryCounts() {
  return useQuery({
    queryKey: [countFailedDeliveries.path],
    queryFn: () => callEndpoint(countFailedDeliveries),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** What failed, of one kind, the newest first, 25 at a time. */
export function useFailedDeliveries(kind: DeliveryKind) {
  return useInfiniteQuery({
    queryKey: [listFailedDeliveries.path, kind],
    queryFn: ({ pageParam }) =>
      callEndpoint(listFailedDeliveries, {
        query: { kind, limit: PAGE_SIZE, ...(pageParam > 0 && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** Retries the one with the id, or with null all of the kind; the lists are refetched. */
export function useRetry(kind: DeliveryKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number | null) =>
      id === null
        ? callEndpoint(retryDeliveries, { params: { kind } })
        : callEndpoint(retryDelivery, { params: { kind, id } }),
    onSettled: () =>
      Promise.all(
        [countFailedDeliveries.path, listFailedDeliveries.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
