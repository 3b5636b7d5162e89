import { type LoginForm, login } from '@portal/contract/identity/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/**
 * Signs in; the cached user is set from the answer, then refreshed from the server (specification
 * section 7).
 */
export function useLogIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: LoginForm) => callEndpoint(login, { body: form }),
    onSuccess: ({ user }) => {
      client.setQueryData(sessionQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
