import { getSubscription } from '@portal/contract/billing/subscriptions';
import { requestDeletion } from '@portal/contract/identity/privacy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { privacyKey } from './get-privacy.ts';

/** Has the customer deleted in 30 days; their lines are cancelled with it. */
export function useRequestDeletion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string }) => callEndpoint(requestDeletion, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [getSubscription.path] }),
    onSettled: () => queries.invalidateQueries({ queryKey: privacyKey }),
  });
}
