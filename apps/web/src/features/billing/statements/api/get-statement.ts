import { getStatement } from '@portal/contract/billing/invoices';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Everything that happened between the customer and us in a month, such as "2026-11". Asked again
 * each time it is opened: the month may not be over.
 */
export function useStatement(month: string) {
  return useQuery({
    queryKey: [getStatement.path, month],
    queryFn: () => callEndpoint(getStatement, { params: { month } }),
    refetchOnMount: 'always',
  });
}
