import { countNotices } from '@portal/contract/messaging/notices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export const unreadQuery = queryOptions({
  queryKey: [countNotices.path],
  queryFn: () => callEndpoint(countNotices),
});

/** How many notices are unread; 0 while it is unknown. */
export function useUnreadNotices(): number {
  return useQuery(unreadQuery).data?.unread ?? 0;
}
