import { acceptInvitation } from '@portal/contract/identity/account-people';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Joins the account of a mailed link; the session acts for it from then on. */
export function useAcceptInvitation() {
  return useMutation({ mutationFn: (token: string) => callEndpoint(acceptInvitation, { body: { token } }) });
}
