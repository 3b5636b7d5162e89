import { closeTicket, getTicket, listTickets, type TicketThread } from '@portal/contract/support/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Says that a ticket is settled; final, and harmless when it is closed already. */
export function useCloseTicket(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(closeTicket, { params: { id } }),
    onSuccess: ({ ticket }) => {
      queries.setQueryData<TicketThread>([getTicket.path, id], (thread) => thread && { ...thread, ...ticket });
      void queries.invalidateQueries({ queryKey: [listTickets.path] });
    },
  });
}
