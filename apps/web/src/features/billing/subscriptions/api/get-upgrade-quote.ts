import { getUpgradeQuote } from '@portal/contract/billing/payments/payments';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/**
 * The price of an upgrade for the rest of the current month, refetched each time it is shown: it
 * falls by the day. `planId` null fetches nothing.
 */
export function useUpgradeQuote(planId: string | null) {
  return useQuery({
    queryKey: [getUpgradeQuote.path, planId],
    queryFn: ({ client }) => callForRole(client, 'billing', getUpgradeQuote, { query: { plan: planId ?? '' } }),
    enabled: planId !== null,
    refetchOnMount: 'always',
  });
}
