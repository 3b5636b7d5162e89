import { requestExport } from '@portal/contract/identity/privacy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { privacyKey } from './get-privacy.ts';

/** Asks for a copy of everything held about the customer. */
export function useRequestExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(requestExport),
    onSettled: () => queries.invalidateQueries({ queryKey: privacyKey }),
  });
}
