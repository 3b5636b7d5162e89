import { getCustomer } from '@portal/contract/console/customers';
import {
  listAreaCapacity,
  listServiceAreas,
  setAreaCapacity,
  setCustomerArea,
} from '@portal/contract/network/staff-incidents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Where the network is, by name. */
export function useServiceAreas({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    enabled,
    queryKey: [listServiceAreas.path],
    queryFn: () => callEndpoint(listServiceAreas),
    refetchOnMount: 'always',
  });
}

/** Sets the area of a customer's line; null for unknown. */
export function useSetCustomerArea(id: number, lineId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (area: string | null) => callEndpoint(setCustomerArea, { params: { id }, body: { area, lineId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [getCustomer.path, id] }),
        client.invalidateQueries({ queryKey: [listServiceAreas.path] }),
      ]),
  });
}

/** What the network has in each area, by name. */
export function useAreaCapacity() {
  return useQuery({
    queryKey: [listAreaCapacity.path],
    queryFn: () => callEndpoint(listAreaCapacity),
    refetchOnMount: 'always',
  });
}

export function useSetAreaCapacity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof setAreaCapacity.body>) => callEndpoint(setAreaCapacity, { body }),
    onSettled: () =>
      Promise.all(
        [listAreaCapacity.path, listServiceAreas.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
