import { changeTicket } from '@portal/contract/support/staff-tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { type CallInput, callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from './refresh-tickets.ts';

export type TicketChange = z.input<(typeof changeTicket)['body']>;

/**
 * Changes the status, assignee or category of a ticket. Afterwards, also when it was refused,
 * tickets on screen are refetched.
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
