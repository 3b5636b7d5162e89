import { listTimeGivenBack } from '@portal/contract/network/outage-credits';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** What outages have given back to the customer. */
export function useOutageCredits() {
  return useQuery({
    queryKey: [listTimeGivenBack.path],
    queryFn: () => callEndpoint(listTimeGivenBack),
    refetchOnMount: 'always',
  });
}
