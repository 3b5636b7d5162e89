import { type InvitationForm, invitePerson } from '@portal/contract/identity/account-people';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { accountKey } from './get-account.ts';

/** Mails an invitation; a second one to the same address replaces the first. */
export function useInvitePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: InvitationForm) => callEndpoint(invitePerson, { body: form }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}
