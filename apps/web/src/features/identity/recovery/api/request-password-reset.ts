import { requestPasswordReset } from '@portal/contract/identity/recovery';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Requests a password reset link. The answer is the same whether the address has an account or not.
 */
export function useRequestPasswordReset() {
  return useMutation({ mutationFn: (form: { email: string }) => callEndpoint(requestPasswordReset, { body: form }) });
}
