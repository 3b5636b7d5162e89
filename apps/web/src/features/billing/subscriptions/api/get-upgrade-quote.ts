import { getUpgradeQuote } from '@portal/contract/billing/payments';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * What a dearer plan costs for the rest of the month under way, asked afresh each time it is looked
 * at: it falls by the day. `planId` null asks nothing.
 */
export function useUpgradeQuote(planId: string | null) {
  return useQuery({
    queryKey: [getUpgradeQuote.path, planId],
    queryFn: () => callEndpoint(getUpgradeQuote, { query: { plan: planId ?? '' } }),
    enabled: planId !== null,
    refetchOnMount: 'always',
  });
}
