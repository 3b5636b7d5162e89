import { getStatement } from '@portal/contract/billing/invoices';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The customer's transactions in a month, such as "2026-11". Refetched each time it is opened: the
 * month may not be over.
 */
export function useStatement(month: string) {
  return useQuery({
    queryKey: [getStatement.path, month],
    queryFn: () => callEndpoint(getStatement, { params: { month } }),
    refetchOnMount: 'always',
  });
}
