import { listGateways } from '@portal/contract/billing/payments/payments';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The gateways that accept payments now; refetched on each visit, since one may be switched off.
 */
export function useGateways() {
  return useQuery({
    queryKey: [listGateways.path],
    queryFn: () => callEndpoint(listGateways),
    refetchOnMount: 'always',
  });
}
