import { withdrawInvitation } from '@portal/contract/identity/account-people';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { accountKey } from './get-account.ts';

/** The list is refetched whatever the outcome: somebody may have accepted it meanwhile. */
export function useWithdrawInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(withdrawInvitation, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}
