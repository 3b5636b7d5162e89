import { createTicket, listTickets } from '@portal/contract/support/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { input } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * Opens a ticket; afterwards the list of tickets is refetched. The same texts again within a minute
 * are the same ticket.
 */
export function useCreateTicket() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: input<typeof createTicket.body>) => callEndpoint(createTicket, { body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [listTickets.path] });
    },
  });
}
