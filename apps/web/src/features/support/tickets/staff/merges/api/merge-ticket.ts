import { mergeTicket } from '@portal/contract/support/staff-tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from '../../api/refresh-tickets.ts';

/** Merges a ticket into another of the same customer; repeating it changes nothing. */
export function useMergeTicket(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (into: string) => callEndpoint(mergeTicket, { params: { id }, body: { into } }),
    onSettled: () => refreshTickets(queries),
  });
}
