import { confirmPasswordReset } from '@portal/contract/identity/recovery';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Sets a new password with the token of the mailed link, once. The server ends every session of the
 * account.
 */
export function useConfirmPasswordReset() {
  return useMutation({
    mutationFn: (form: { token: string; newPassword: string }) => callEndpoint(confirmPasswordReset, { body: form }),
  });
}
