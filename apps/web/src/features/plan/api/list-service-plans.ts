import { listServicePlans } from '@portal/contract/plan';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';

/** The catalogue of the plans page. */
export function useServicePlans() {
  return useQuery({ queryKey: [listServicePlans.path], queryFn: () => callEndpoint(listServicePlans) });
}
