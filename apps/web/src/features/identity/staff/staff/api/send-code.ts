import { confirmSecondFactor, renewRecoveryCodes, verifySecondFactor } from '@portal/contract/identity/staff-sign-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { SECOND_FACTOR_KEY } from './get-second-factor.ts';

/** Finishes the set-up with a first code; the answer holds the recovery codes, this once. */
export function useConfirmation() {
  return useMutation({ mutationFn: (code: string) => callEndpoint(confirmSecondFactor, { body: { code } }) });
}

/** Opens the console for this session with a code of the app or a recovery code. */
export function useProof() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => callEndpoint(verifySecondFactor, { body: { code } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY }),
  });
}

/** Replaces the recovery codes. */
export function useRenewal() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => callEndpoint(renewRecoveryCodes, { body: { code } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY }),
  });
}
