import { changePersonRole } from '@portal/contract/identity/account-people';
import type { AccountRole } from '@portal/contract/platform/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { accountKey } from './get-account.ts';

/** The list is refetched whatever the outcome, so that it shows the role that the person has. */
export function useChangePersonRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, role }: { readonly id: number; readonly role: AccountRole }) =>
      callEndpoint(changePersonRole, { params: { id }, body: { role } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}
