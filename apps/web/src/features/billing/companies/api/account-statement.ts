import { getAccountStatement } from '@portal/contract/billing/companies';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import type { StatementRange } from '../statement-range.ts';

/** The account's statement from one day of Lagos to another. */
export function useAccountStatement(range: StatementRange) {
  return useQuery({
    queryKey: [getAccountStatement.path, range],
    queryFn: () => callEndpoint(getAccountStatement, { query: range }),
    refetchOnMount: 'always',
  });
}
