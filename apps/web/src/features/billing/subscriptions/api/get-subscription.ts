import { getSubscription } from '@portal/contract/billing/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The caller's one subscription, or null. Refetched each time a screen opens, because a payment may
 * have changed it elsewhere: by a webhook, the poll, or another window. `signedIn` false fetches
 * nothing.
 */
export function useSubscription(signedIn: boolean) {
  return useQuery({
    queryKey: [getSubscription.path],
    queryFn: () => callEndpoint(getSubscription),
    enabled: signedIn,
    refetchOnMount: 'always',
  });
}
