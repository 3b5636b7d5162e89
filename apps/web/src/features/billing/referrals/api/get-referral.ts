import { getReferral } from '@portal/contract/billing/referrals';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/**
 * The customer's referral code and its rewards. Refetched each time a screen opens: a friend may
 * have paid.
 */
export function useReferral() {
  return useQuery({
    queryKey: [getReferral.path],
    queryFn: ({ client }) => callForRole(client, 'billing', getReferral),
    refetchOnMount: 'always',
  });
}
