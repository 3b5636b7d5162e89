import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  requestNewPasskey,
} from '@portal/contract/identity/passkeys';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../shared/api/api-error.ts';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionsKey } from '../../sessions/api/list-sessions.ts';

const KEY = [listPasskeys.path];

/** The person's passkeys, the oldest first. */
export function usePasskeys() {
  return useQuery({ queryKey: KEY, queryFn: () => callEndpoint(listPasskeys) });
}

function useRefetch() {
  const client = useQueryClient();
  return () => Promise.all([KEY, sessionsKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Has the browser make a passkey, and keeps it under a name. */
export function useAddPasskey() {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { createCredential } = await import('../../../../shared/passkeys/ask-authenticator.ts');
      const { options } = await callEndpoint(requestNewPasskey);
      const credential = await createCredential(options);
      return callEndpoint(addPasskey, { body: { name, credential } });
    },
    onSettled,
  });
}

export function useRenamePasskey(id: number) {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: (body: { name: string }) => callEndpoint(renamePasskey, { params: { id }, body }),
    onSettled,
  });
}

/** One that has gone already counts as removed. */
export function useRemovePasskey() {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: (id: number) =>
      callEndpoint(removePasskey, { params: { id } }).catch((failure: unknown) => {
        if (!(failure instanceof ApiError && failure.code === 'passkey.not-found')) throw failure;
      }),
    onSettled,
  });
}
