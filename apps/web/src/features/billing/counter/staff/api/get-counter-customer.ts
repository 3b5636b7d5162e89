import { getCounterCustomer } from '@portal/contract/billing/staff-counter';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Who stands at the counter and what they owe; a new customer owes what their chosen plan costs. */
export function useCounterCustomer(id: number, planId: string) {
  return useQuery({
    queryKey: [getCounterCustomer.path, id, planId],
    queryFn: () => callEndpoint(getCounterCustomer, { params: { id }, query: planId ? { planId } : {} }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
