import { requestEmailVerification } from '@portal/contract/identity/recovery';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../shared/api/api-error.ts';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/**
 * Requests another link to verify the customer's address. When it has been verified meanwhile, the
 * session is refetched.
 */
export function useRequestEmailVerification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(requestEmailVerification),
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'account.email-verified') {
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    },
  });
}
