import { getUsage } from '@portal/contract/network/usage';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The customer's usage of this month. Refetched each time a screen opens: usage grows all the time.
 */
export function useUsage() {
  return useQuery({
    queryKey: [getUsage.path],
    queryFn: () => callEndpoint(getUsage),
    refetchOnMount: 'always',
  });
}
