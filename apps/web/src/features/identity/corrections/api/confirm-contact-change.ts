import { confirmContactChange } from '@portal/contract/identity/corrections';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Has a new mailbox or number count, with the token of the link that was sent to it. */
export function useConfirmContactChange() {
  return useMutation({ mutationFn: (token: string) => callEndpoint(confirmContactChange, { body: { token } }) });
}
