import { type NotificationChoices, saveNotificationChoices } from '@portal/contract/identity/profile';
import { getConsents } from '@portal/contract/messaging/consents';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { choicesQuery } from './get-notification-preferences.ts';

type Change = Partial<NotificationChoices>;

const mutationKey = [saveNotificationChoices.path];

/**
 * Saves a choice together with the server's other ones, one after the other, so that none restores
 * a choice that could not be saved. `underWay` is what the screen shows ahead of the answers;
 * `onFailure` is called when one of them was dropped.
 */
export function useSaveNotificationPreferences(onFailure: (failure: Error) => void) {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey,
    scope: { id: saveNotificationChoices.path },
    mutationFn: async (change: Change) => {
      const saved = await client.ensureQueryData(choicesQuery);
      return callEndpoint(saveNotificationChoices, { body: { ...saved, ...change } });
    },
    onError: onFailure,
    onSuccess: ({ choices }) => {
      client.setQueryData(choicesQuery.queryKey, choices);
      // Offers are consents, which have a log.
      void client.invalidateQueries({ queryKey: [getConsents.path] });
    },
  });
  const underWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  return { save: mutate, underWay, isPending, isSuccess };
}
