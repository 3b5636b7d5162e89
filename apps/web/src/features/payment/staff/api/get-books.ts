import { getBooks, listGatewayComparisons } from '@portal/contract/staff-payment';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** How our books stand beside each gateway's own list. */
export function useGatewayComparisons() {
  return useQuery({
    queryKey: [listGatewayComparisons.path],
    queryFn: () => callEndpoint(listGatewayComparisons),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Whether the ledger adds up. */
export function useBooks() {
  return useQuery({
    queryKey: [getBooks.path],
    queryFn: () => callEndpoint(getBooks),
    refetchOnMount: 'always',
  });
}
