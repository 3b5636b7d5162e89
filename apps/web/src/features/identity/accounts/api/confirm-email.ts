import { confirmEmail } from '@portal/contract/identity/recovery';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/**
 * Verifies an address with the token of the mailed link; the signed-in user may be its owner, so
 * the session is refetched.
 */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callEndpoint(confirmEmail, { body: { token } }),
    onSuccess: () => {
      if (client.getQueryData(sessionQuery.queryKey))
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
