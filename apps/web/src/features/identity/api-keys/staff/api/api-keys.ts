import { confirmApiKey, createApiKey, listApiKeys, revokeApiKey } from '@portal/contract/identity/staff-api-keys';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** All keys, the newest first. */
export function useApiKeys() {
  return useQuery({
    queryKey: [listApiKeys.path],
    queryFn: () => callEndpoint(listApiKeys),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** A write; the list is refetched, whatever the outcome. */
function useKeyWrite<Order, Answer>(mutationFn: (order: Order) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [listApiKeys.path] }),
  });
}

/** Makes a key; its answer alone has it. */
export function useCreateKey() {
  return useKeyWrite((body: Infer<typeof createApiKey.body>) => callEndpoint(createApiKey, { body }));
}

/** Lets a key work again that a restore suspended. */
export function useConfirmKey(id: string) {
  return useKeyWrite((_: null) => callEndpoint(confirmApiKey, { params: { id } }));
}

/** Revokes a key. */
export function useRevokeKey(id: string) {
  return useKeyWrite((_: null) => callEndpoint(revokeApiKey, { params: { id } }));
}
