import { useQuery } from '@tanstack/react-query';

/**
 * What staff say of the network now, asked again on each visit and when something planned begins or
 * ends; nothing is asked while `wanted` is false. The call and the contract are fetched with the
 * first question, so that a page may carry the status far below without carrying them.
 */
export function useNetworkStatus(wanted: boolean) {
  return useQuery({
    queryKey: ['/api/network/status'],
    queryFn: async () => (await import('./api/get-network-status.ts')).fetchNetworkStatus(),
    enabled: wanted,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.askAgainMs ?? false,
    refetchIntervalInBackground: true,
  });
}
