import { listUsageDays } from '@portal/contract/network/usage';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The customer's usage day by day in a Lagos month, '2026-11'. Refetched each time a screen opens;
 * without a month nothing is fetched.
 */
export function useUsageDays(period: string | undefined) {
  return useQuery({
    queryKey: [listUsageDays.path, period],
    queryFn: () => callEndpoint(listUsageDays, { query: { period } }),
    enabled: period !== undefined,
    refetchOnMount: 'always',
  });
}
