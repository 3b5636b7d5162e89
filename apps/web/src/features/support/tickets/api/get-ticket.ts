import { getTicket } from '@portal/contract/support/tickets';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';
import { now } from '../../../../shared/format/clock.ts';
import { refetchIn } from '../sla-status.ts';

/**
 * One of the customer's tickets with its thread; refetched each time it is opened, and when a
 * deadline passes.
 */
export function useTicket(id: string) {
  return useQuery({
    queryKey: [getTicket.path, id],
    queryFn: ({ client }) => callForRole(client, 'technical', getTicket, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => refetchIn(state.data?.sla, now()),
  });
}
