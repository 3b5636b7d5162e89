import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '@portal/contract/console/webhook-endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { deliveriesKey } from './webhook-deliveries.ts';

export type ChangedEndpoint = Infer<typeof changeWebhookEndpoint.body>;
type NewEndpoint = Infer<typeof createWebhookEndpoint.body>;

/** While the page is visible. */
const REFRESH_MS = 15_000;
const live = { refetchOnMount: 'always', refetchOnWindowFocus: 'always', refetchInterval: REFRESH_MS } as const;

const oneKey = (id: string) => [getWebhookEndpoint.path, id];

/** All endpoints, the oldest first. */
export function useWebhookEndpoints() {
  return useQuery({
    queryKey: [listWebhookEndpoints.path],
    queryFn: () => callEndpoint(listWebhookEndpoints),
    ...live,
  });
}

/** One endpoint. */
export function useWebhookEndpoint(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: () => callEndpoint(getWebhookEndpoint, { params: { id } }),
    ...live,
  });
}

/** A write to one endpoint; what shows it is refetched, whatever the outcome. */
function useEndpointWrite<Order, Answer>(id: string, mutationFn: (order: Order) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [[listWebhookEndpoints.path], oneKey(id), deliveriesKey(id)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Creates an endpoint; its answer alone has the secret. */
export function useCreateEndpoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewEndpoint) => callEndpoint(createWebhookEndpoint, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listWebhookEndpoints.path] }),
  });
}

/** Changes an endpoint, or switches it on or off. */
export function useChangeEndpoint(id: string) {
  return useEndpointWrite(id, (body: ChangedEndpoint) => callEndpoint(changeWebhookEndpoint, { params: { id }, body }));
}

/** Makes a new secret; its answer alone has it. */
export function useRotateSecret(id: string) {
  return useEndpointWrite(id, (_: null) => callEndpoint(rotateWebhookSecret, { params: { id } }));
}

/** Sends the test event. */
export function useTestEndpoint(id: string) {
  return useEndpointWrite(id, (_: null) => callEndpoint(testWebhookEndpoint, { params: { id } }));
}

/** Deletes an endpoint; only the list is refetched, since the page of it has nothing to show. */
export function useDeleteEndpoint(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_: null) => callEndpoint(deleteWebhookEndpoint, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listWebhookEndpoints.path] }),
  });
}
