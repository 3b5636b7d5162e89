import { listUsageDaysOfCustomer } from '@portal/contract/network/usage';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** A customer's data day by day in a Lagos month, '2026-11'. */
export function useCustomerUsageDays(customerId: number, period: string) {
  return useQuery({
    queryKey: [listUsageDaysOfCustomer.path, customerId, period],
    queryFn: () => callEndpoint(listUsageDaysOfCustomer, { params: { id: customerId }, query: { period } }),
    refetchOnMount: 'always',
  });
}
