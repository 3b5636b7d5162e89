import { getOwnNetworkStatus } from '@portal/contract/network/incidents';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { nextRefetchIn } from '../next-refetch.ts';

/**
 * The network where the customer's line is, asked again on each visit and when something planned
 * begins or ends.
 */
export function useOwnNetworkStatus() {
  return useQuery({
    queryKey: [getOwnNetworkStatus.path],
    queryFn: () => callEndpoint(getOwnNetworkStatus),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data ? nextRefetchIn(state.data) : false),
    refetchIntervalInBackground: true,
  });
}
