import { replyAsStaff } from '@portal/contract/support/staff-tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from './refresh-tickets.ts';

type Reply = z.input<(typeof replyAsStaff)['body']>;

/**
 * Answers the customer or adds a staff note. Afterwards, also without an answer, the thread is
 * refetched: it shows what was stored.
 */
export function useReplyAsStaff(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reply: Reply) => callEndpoint(replyAsStaff, { params: { id }, body: reply }),
    onSettled: () => refreshTickets(queries),
  });
}
