import { getOverview } from '@portal/contract/console/overview';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

const REFRESH_MS = 15_000;

/** What needs attention, every 15 s while the page is visible, and the figures as last computed. */
export function useOverview() {
  return useQuery({
    queryKey: [getOverview.path],
    queryFn: () => callEndpoint(getOverview, { onHeaders: noteDataAge(getOverview.path) }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: REFRESH_MS,
  });
}
