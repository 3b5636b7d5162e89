import { getStatement } from '@portal/contract/billing/invoices';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/**
 * The customer's transactions in a month, such as "2026-11". Refetched each time it is opened: the
 * month may not be over.
 */
export function useStatement(month: string) {
  return useQuery({
    queryKey: [getStatement.path, month],
    queryFn: ({ client }) => callForRole(client, 'billing', getStatement, { params: { month } }),
    refetchOnMount: 'always',
  });
}
