import { getOwnNetworkStatus } from '@portal/contract/network/incidents';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { nextRefetchIn } from '../next-refetch.ts';

/**
 * The network in the area of the customer's line, refetched on each visit and when a scheduled
 * incident begins or ends.
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
