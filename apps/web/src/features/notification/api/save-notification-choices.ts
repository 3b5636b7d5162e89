import { type NotificationChoices, saveNotificationChoices } from '@portal/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { choicesQuery } from './get-notification-choices.ts';

type Change = { readonly before: NotificationChoices; readonly after: NotificationChoices };

/**
 * Saves all three choices. The screen shows them at once, and again what was before when they could not be saved; `onFailure` tells it.
 * One is saved after the other.
 */
export function useSaveNotificationChoices(onFailure: (failure: Error) => void) {
  const client = useQueryClient();
  const mutationKey = [saveNotificationChoices.path];
  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey,
    scope: { id: saveNotificationChoices.path },
    mutationFn: ({ after }: Change) => callEndpoint(saveNotificationChoices, { body: after }),
    onError: (failure, { before }) => {
      client.setQueryData(choicesQuery.queryKey, before);
      onFailure(failure);
    },
    onSuccess: ({ choices }) => {
      // While another change waits, the screen is ahead of this answer.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(choicesQuery.queryKey, choices);
    },
  });
  function save(change: Change) {
    client.setQueryData(choicesQuery.queryKey, change.after);
    mutate(change);
  }
  return { save, isPending, isSuccess };
}
