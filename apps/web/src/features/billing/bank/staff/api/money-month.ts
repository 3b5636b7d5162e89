import { getMoneyMonth } from '@portal/contract/billing/bank/money-month';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Where the money is at the end of a month. */
export function useMoneyMonth(month: string) {
  return useQuery({
    queryKey: [getMoneyMonth.path, month],
    queryFn: () => callEndpoint(getMoneyMonth, { query: { month } }),
    refetchOnMount: 'always',
  });
}
