import { useQuery } from '@tanstack/react-query';

/**
 * The present network status, refetched on each visit and when a scheduled incident begins or ends;
 * nothing is fetched while `wanted` is false. The call and the contract are loaded with the first
 * fetch, so that a page can show the status far below without downloading them at first.
 */
export function useNetworkStatus(wanted: boolean) {
  return useQuery({
    queryKey: ['/api/network/status'],
    queryFn: async () => (await import('./api/get-network-status.ts')).fetchNetworkStatus(),
    enabled: wanted,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.refetchMs ?? false,
    refetchIntervalInBackground: true,
  });
}
