import { logInWithPasskey, requestPasskeyLogin } from '@portal/contract/identity/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';
import { proveCredential } from '../browser-passkeys.ts';

/** Signs in with a passkey that the browser offers; the cached user is set from the answer. */
export function useLogInWithPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { options } = await callEndpoint(requestPasskeyLogin);
      return callEndpoint(logInWithPasskey, { body: { credential: await proveCredential(options) } });
    },
    onSuccess: ({ user }) => {
      client.setQueryData(sessionQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
