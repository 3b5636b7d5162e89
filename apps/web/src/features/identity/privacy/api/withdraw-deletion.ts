import { withdrawDeletion } from '@portal/contract/identity/privacy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { privacyKey } from './get-privacy.ts';

/** Keeps the account. */
export function useWithdrawDeletion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(withdrawDeletion),
    onSettled: () => queries.invalidateQueries({ queryKey: privacyKey }),
  });
}
