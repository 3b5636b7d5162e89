import { getCounterCustomer } from '@portal/contract/billing/staff-counter';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Who stands at the counter and what they owe for a line; a new customer owes what their chosen plan costs. */
export function useCounterCustomer(id: number, planId: string, line: number | undefined) {
  return useQuery({
    queryKey: [getCounterCustomer.path, id, planId, line],
    queryFn: () => callEndpoint(getCounterCustomer, { params: { id }, query: { line, ...(planId && { planId }) } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
