import {
  getWebhookDelivery,
  listWebhookDeliveries,
  retryWebhookDeliveries,
  retryWebhookDelivery,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from '@portal/contract/console/webhook-endpoints';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 25;
const REFRESH_MS = 5000;

/** The key of everything that an endpoint was told. */
export const deliveriesKey = (endpointId: string) => [listWebhookDeliveries.path, endpointId];

/** What an endpoint was told, in one state or (null) in any, newest first, 25 at a time. */
export function useWebhookDeliveries(endpointId: string, state: WebhookDeliveryState | null) {
  return useInfiniteQuery({
    queryKey: [...deliveriesKey(endpointId), state],
    queryFn: ({ pageParam }) =>
      callEndpoint(listWebhookDeliveries, {
        params: { id: endpointId },
        query: { limit: PAGE_SIZE, ...(state && { state }), ...(pageParam > 0 && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (page: WebhookDelivery[]) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (all) => all.pages.flat(),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** One delivery with its body, its attempts and the answers. */
export function useWebhookDelivery(endpointId: string, delivery: number) {
  return useQuery({
    queryKey: [...deliveriesKey(endpointId), 'one', delivery],
    queryFn: () => callEndpoint(getWebhookDelivery, { params: { id: endpointId, delivery } }),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** Sends one delivery again. */
export function useSendAgain(endpointId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (delivery: number) => callEndpoint(retryWebhookDelivery, { params: { id: endpointId, delivery } }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey(endpointId) }),
  });
}

/** Sends everything again that was given up since a time. */
export function useSendFailedAgain(endpointId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (since: string) =>
      callEndpoint(retryWebhookDeliveries, { params: { id: endpointId }, body: { since } }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey(endpointId) }),
  });
}
