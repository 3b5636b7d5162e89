import { listOutageCredits } from '@portal/contract/network/outage-credits';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The outage credits of the customer. */
export function useOutageCredits() {
  return useQuery({
    queryKey: [listOutageCredits.path],
    queryFn: () => callEndpoint(listOutageCredits),
    refetchOnMount: 'always',
  });
}
