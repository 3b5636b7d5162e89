import { confirmSender } from '@portal/contract/support/staff-tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from './refresh-tickets.ts';

/** Makes the ticket of an unknown sender a customer's; tickets on screen are refetched. */
export function useConfirmSender(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (customerId: number) => callEndpoint(confirmSender, { params: { id }, body: { customerId } }),
    onSettled: () => refreshTickets(queries),
  });
}
