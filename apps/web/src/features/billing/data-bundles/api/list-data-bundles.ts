import { listDataBundles } from '@portal/contract/billing/data-bundles';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * What can be added to this month. Asked again each time: the month, the line and the offer change.
 */
export function useDataBundles() {
  return useQuery({
    queryKey: [listDataBundles.path],
    queryFn: () => callEndpoint(listDataBundles),
    refetchOnMount: 'always',
  });
}
