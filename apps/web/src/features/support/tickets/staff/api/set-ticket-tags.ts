import { setTicketTags } from '@portal/contract/support/staff-tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from './refresh-tickets.ts';

/** Replaces the tags of a ticket. */
export function useSetTicketTags(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tags: string[]) => callEndpoint(setTicketTags, { params: { id }, body: { tags } }),
    onSettled: () => refreshTickets(queries),
  });
}
