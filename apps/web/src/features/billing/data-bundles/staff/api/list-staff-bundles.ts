import { listStaffBundles } from '@portal/contract/billing/staff-data-bundles';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * All data bundles, the smallest first, retired ones too. Refetched whenever they are shown:
 * colleagues change them too.
 */
export function useStaffBundles() {
  return useQuery({
    queryKey: [listStaffBundles.path],
    queryFn: () => callEndpoint(listStaffBundles),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
