import { type RegistrationForm, register } from '@portal/contract/identity/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/** Opens an account; the returned person is signed in (specification section 4). */
export function useRegisterAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: RegistrationForm) => callEndpoint(register, { body: form }),
    onSuccess: ({ user }) => client.setQueryData(sessionQuery.queryKey, user),
  });
}
