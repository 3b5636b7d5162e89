import { getUsage } from '@portal/contract/network/usage';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The customer's data of this month. Asked again each time a screen opens: the line counts on its
 * own.
 */
export function useUsage() {
  return useQuery({
    queryKey: [getUsage.path],
    queryFn: () => callEndpoint(getUsage),
    refetchOnMount: 'always',
  });
}
