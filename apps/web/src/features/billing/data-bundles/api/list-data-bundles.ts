import { listDataBundles } from '@portal/contract/billing/data-bundles';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The data bundles for this month. Refetched each time: the month, the subscription and the offer
 * change.
 */
export function useDataBundles() {
  return useQuery({
    queryKey: [listDataBundles.path],
    queryFn: () => callEndpoint(listDataBundles),
    refetchOnMount: 'always',
  });
}
