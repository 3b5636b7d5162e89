import { getTicket } from '@portal/contract/support/tickets';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { now } from '../../../../shared/format/clock.ts';
import { refetchIn } from '../sla-status.ts';

/**
 * One of the customer's tickets with its thread; refetched each time it is opened, and when a
 * deadline passes.
 */
export function useTicket(id: string) {
  return useQuery({
    queryKey: [getTicket.path, id],
    queryFn: () => callEndpoint(getTicket, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => refetchIn(state.data?.sla, now()),
  });
}
