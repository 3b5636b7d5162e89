import { getNotificationChoices } from '@portal/contract/identity/profile';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export const choicesQuery = queryOptions({
  queryKey: [getNotificationChoices.path],
  queryFn: () => callEndpoint(getNotificationChoices),
});

/** The customer's notification preferences. */
export function useNotificationPreferences() {
  return useQuery(choicesQuery);
}
