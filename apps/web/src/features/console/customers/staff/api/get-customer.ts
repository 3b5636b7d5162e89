import { getCustomer } from '@portal/contract/console/customers';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * Everything about one customer and one of their lines, the first unless `line` names one. Refetched each time it is shown or its window comes to the front:
 * the customer may change it too.
 */
export function useCustomer(id: number, line?: number) {
  return useQuery({
    queryKey: line === undefined ? [getCustomer.path, id] : [getCustomer.path, id, line],
    queryFn: () => callEndpoint(getCustomer, { params: { id }, query: { line } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
