import { getCustomer } from '@portal/contract/console/customers';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * Everything about one customer. Refetched each time it is shown or its window comes to the front:
 * the customer may change it too.
 */
export function useCustomer(id: number) {
  return useQuery({
    queryKey: [getCustomer.path, id],
    queryFn: () => callEndpoint(getCustomer, { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
