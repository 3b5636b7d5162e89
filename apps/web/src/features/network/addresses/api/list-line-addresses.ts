import { listLineAddresses } from '@portal/contract/network/addresses';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The fixed addresses of the customer's line. Refetched each time a screen opens: staff give them. */
export function useLineAddresses() {
  return useQuery({
    queryKey: [listLineAddresses.path],
    queryFn: () => callEndpoint(listLineAddresses),
    refetchOnMount: 'always',
  });
}
