import { listUsageDaysOfCustomer } from '@portal/contract/network/usage';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** The data of a customer's line day by day in a Lagos month, '2026-11'. */
export function useCustomerUsageDays(customerId: number, line: number, period: string) {
  return useQuery({
    queryKey: [listUsageDaysOfCustomer.path, customerId, line, period],
    queryFn: () => callEndpoint(listUsageDaysOfCustomer, { params: { id: customerId }, query: { period, line } }),
    refetchOnMount: 'always',
  });
}
