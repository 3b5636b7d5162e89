import { createTicketForCustomer } from '@portal/contract/support/staff-tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from './refresh-tickets.ts';

export type NewTicketForm = z.output<(typeof createTicketForCustomer)['body']>;

/** Opens a ticket for a customer; the same texts again within a minute are the same ticket. */
export function useCreateTicketForCustomer(customerId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: NewTicketForm) => callEndpoint(createTicketForCustomer, { params: { customerId }, body: form }),
    onSuccess: () => refreshTickets(queries),
  });
}
