import { getNotificationChoices } from '@portal/contract/identity/profile';
import {
  type Consent,
  changeConsent,
  consentWording,
  getConsents,
  objectToMarketing,
} from '@portal/contract/messaging/consents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** What the customer consents to, with the log. */
export function useConsents() {
  return useQuery({
    queryKey: [getConsents.path],
    queryFn: () => callEndpoint(getConsents),
    refetchOnMount: 'always',
  });
}

/**
 * Gives or withdraws a consent, or with null all of them, one after the other; the switch of offers
 * among the preferences follows.
 */
export function useChangeConsent() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: changeConsent.path },
    mutationFn: (change: { readonly consent: Consent; readonly given: boolean } | null) =>
      change === null
        ? callEndpoint(objectToMarketing)
        : callEndpoint(changeConsent, { body: { ...change, textVersion: consentWording.version } }),
    onSettled: () =>
      Promise.all(
        [getConsents.path, getNotificationChoices.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
