import { listStaffPlans } from '@portal/contract/catalogue/staff-plans';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * All plans in their order, retired ones too. Refetched whenever they are shown: colleagues change
 * them too.
 */
export function useStaffPlans({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: [listStaffPlans.path],
    queryFn: () => callEndpoint(listStaffPlans),
    enabled,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
