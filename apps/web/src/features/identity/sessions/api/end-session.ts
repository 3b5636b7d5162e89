import { endSession } from '@portal/contract/identity/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../shared/api/api-error.ts';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionsKey } from './list-sessions.ts';

/**
 * Signs out another session by its id, or every other one with 'others'; one that has ended already
 * counts as success. The list is refetched whatever the outcome.
 */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      callEndpoint(endSession, { params: { id } }).catch((failure: unknown) => {
        if (!(failure instanceof ApiError && failure.code === 'session.not-found')) throw failure;
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
