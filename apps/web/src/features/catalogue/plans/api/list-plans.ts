import { listPlans } from '@portal/contract/catalogue/plans';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** All plans with their data allowance, for the payment screen. */
export function usePlans() {
  return useQuery({ queryKey: [listPlans.path], queryFn: () => callEndpoint(listPlans) });
}
