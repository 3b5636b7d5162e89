import { getSubscription } from '@portal/contract/billing/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * The caller's one subscription, or null. Asked again each time a screen opens, because a payment
 * may have changed it elsewhere: a webhook, the poll, or another window. `signedIn` false asks
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
