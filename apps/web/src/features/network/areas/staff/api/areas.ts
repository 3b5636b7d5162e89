import { getCustomer } from '@portal/contract/console/customers';
import { listServiceAreas, setCustomerArea } from '@portal/contract/network/staff-incidents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Where the network is, by name. */
export function useServiceAreas() {
  return useQuery({
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
