import { countStaffTickets } from '@portal/contract/support/staff-tickets';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';

/** How many tickets wait, are one's own, unassigned, and overdue. */
export function useTicketCounts() {
  const enabled = useMay()(countStaffTickets);
  return useQuery({
    queryKey: [countStaffTickets.path],
    queryFn: () => callEndpoint(countStaffTickets),
    enabled,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
