import { confirmAccountMerge, refuseAccountMerge } from '@portal/contract/console/account-merges';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Joins the account of the mailed link to the caller's: everything that this window has read may be different. */
export function useConfirmMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callEndpoint(confirmAccountMerge, { body: { token } }),
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Refuses the merge, in a session or without one. */
export function useRefuseMerge() {
  return useMutation({ mutationFn: (token: string) => callEndpoint(refuseAccountMerge, { body: { token } }) });
}
