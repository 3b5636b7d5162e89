import { changeTicket } from '@portal/contract/support/staff-tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { type CallInput, callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from './refresh-tickets.ts';

export type TicketChange = z.input<(typeof changeTicket)['body']>;

/**
 * Moves, assigns or sorts a ticket. Afterwards, also when it was refused, what is shown is asked
 * for again.
 */
export function useChangeTicket(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: TicketChange) => {
      const input: CallInput<typeof changeTicket> = { params: { id }, body: change };
      return callEndpoint(changeTicket, input);
    },
    onSettled: () => refreshTickets(queries),
  });
}
