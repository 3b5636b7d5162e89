import { changePassword, type PasswordForm } from '@portal/contract/identity/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionsKey } from '../../sessions/api/list-sessions.ts';

/**
 * Sets a new password; the server ends every other session, so the list of them is asked for again.
 */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: PasswordForm) => callEndpoint(changePassword, { body: form }),
    onSuccess: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
