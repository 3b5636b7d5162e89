import { countStaffTickets, getStaffTicket, listStaffTickets } from '@portal/contract/support/staff-tickets';
import type { QueryClient } from '@tanstack/react-query';

/** Refetches everything on screen that shows tickets; resolves once it is there. */
export async function refreshTickets(queries: QueryClient): Promise<void> {
  const paths = [getStaffTicket.path, listStaffTickets.path, countStaffTickets.path];
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}
