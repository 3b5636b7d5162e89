import { removePerson } from '@portal/contract/identity/account-people';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { accountKey } from './get-account.ts';

/** Takes a person out of the account, or oneself. */
export function useRemovePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(removePerson, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}
