import { getTicket, listTickets, replyToTicket, type TicketThread } from '@portal/contract/support/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { input } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

type ReplyBody = input<typeof replyToTicket.body>;

/**
 * Writes to a ticket. The thread has the reply at once; a repeat with the same clientReplyId is the
 * same reply.
 */
export function useReplyToTicket(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReplyBody) => callEndpoint(replyToTicket, { params: { id }, body }),
    onSuccess: ({ reply, ticket }) => {
      queries.setQueryData<TicketThread>([getTicket.path, id], (thread) => {
        if (!thread) return thread;
        const others = thread.replies.filter((known) => known.id !== reply.id);
        return { ...thread, ...ticket, replies: [...others, reply] };
      });
      void queries.invalidateQueries({ queryKey: [listTickets.path] });
    },
  });
}
