import { countStaffTickets } from '@portal/contract/support/staff-tickets';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** How many tickets wait, are one's own, unassigned, and overdue. */
export function useTicketCounts() {
  return useQuery({
    queryKey: [countStaffTickets.path],
    queryFn: () => callEndpoint(countStaffTickets),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
