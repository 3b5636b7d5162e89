import { confirmContactChange } from '@portal/contract/identity/corrections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/**
 * Has a new mailbox or number count, with the token of the link that was sent to it. It ends every session
 * of the account, which may be this window's.
 */
export function useConfirmContactChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callEndpoint(confirmContactChange, { body: { token } }),
    onSuccess: () => {
      if (client.getQueryData(sessionQuery.queryKey))
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
