import { getReferral } from '@portal/contract/billing/referrals';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The customer's referral code and its rewards. Refetched each time a screen opens: a friend may
 * have paid.
 */
export function useReferral() {
  return useQuery({
    queryKey: [getReferral.path],
    queryFn: () => callEndpoint(getReferral),
    refetchOnMount: 'always',
  });
}
