import { createTicket, listTickets, type TicketForm } from '@portal/contract/ticket';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';

/** Asks for help; afterwards the list of tickets is asked for again. */
export function useCreateTicket() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: TicketForm) => callEndpoint(createTicket, { body: form }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [listTickets.path] });
    },
  });
}
