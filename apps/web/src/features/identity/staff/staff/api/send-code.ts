import { requestPasskeyProof } from '@portal/contract/identity/passkeys';
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  setPasskeyOnly,
  verifySecondFactor,
  verifyStaffPasskey,
} from '@portal/contract/identity/staff-sign-in';
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

/** Opens the console for this session with one of the person's passkeys. */
export function usePasskeyProof() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { proveCredential } = await import('../../../../../shared/passkeys/ask-authenticator.ts');
      const { options } = await callEndpoint(requestPasskeyProof);
      return callEndpoint(verifyStaffPasskey, { body: { credential: await proveCredential(options) } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY }),
  });
}

/** Whether only a passkey opens the console. */
export function usePasskeyOnly() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (passkeyOnly: boolean) => callEndpoint(setPasskeyOnly, { body: { passkeyOnly } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY }),
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
