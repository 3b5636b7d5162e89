import { getNetworkReport } from '@portal/contract/network/incidents';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * A page that is being watched during a fault must not fall behind; visitors have no socket that
 * would tell them.
 */
const ASKED_EVERY_MS = 30_000;

/**
 * What the status page shows, asked again on each visit and twice a minute while the page is looked
 * at.
 */
export function useNetworkReport() {
  return useQuery({
    queryKey: [getNetworkReport.path],
    queryFn: () => callEndpoint(getNetworkReport),
    refetchOnMount: 'always',
    refetchInterval: ASKED_EVERY_MS,
  });
}
