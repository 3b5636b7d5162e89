import { getStaffTicket } from '@portal/contract/support/staff-tickets';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * One ticket with its whole thread. Refetched each time it opens or its window comes to the front:
 * the customer and colleagues write too.
 */
export function useStaffTicket(id: string) {
  return useQuery({
    queryKey: [getStaffTicket.path, id],
    queryFn: () => callEndpoint(getStaffTicket, { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
