import { listUsageMonths } from '@portal/contract/network/usage';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The customer's usage month by month, oldest first. Refetched each time a screen opens. */
export function useUsageMonths() {
  return useQuery({
    queryKey: [listUsageMonths.path],
    queryFn: () => callEndpoint(listUsageMonths),
    refetchOnMount: 'always',
  });
}
