import { getNetworkReport } from '@portal/contract/network/incidents';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** A page that is open during a fault must stay up to date; visitors have no socket for updates. */
const ASKED_EVERY_MS = 30_000;

/**
 * The content of the status page, refetched on each visit and twice a minute while the page is
 * visible.
 */
export function useNetworkReport() {
  return useQuery({
    queryKey: [getNetworkReport.path],
    queryFn: () => callEndpoint(getNetworkReport),
    refetchOnMount: 'always',
    refetchInterval: ASKED_EVERY_MS,
  });
}
