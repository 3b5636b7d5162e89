import { listServicePlans } from '@portal/contract/catalogue/plans';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The catalogue as it is now. Throws as callEndpoint does. */
export const fetchServicePlans = () => callEndpoint(listServicePlans);

/** The catalogue of the plans page. */
export function useServicePlans() {
  return useQuery({ queryKey: [listServicePlans.path], queryFn: fetchServicePlans });
}
