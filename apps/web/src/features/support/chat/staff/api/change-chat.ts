import {
  acceptChat,
  addStaffNote,
  closeStaffChat,
  linkChatContact,
  openTicketFromChat,
  type StaffChat,
  transferChat,
} from '@portal/contract/support/staff-chat';
import type { TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { putChat, putNote } from '../chat-cache.ts';
import { refreshChat } from './get-staff-chat.ts';

export type CloseReason = 'resolved' | 'no-answer' | 'moved-to-ticket' | 'misuse';

export type TicketFromChat = {
  readonly subject?: string | undefined;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
};

/**
 * Shows the answer; after a refusal, the present state of the chat instead: a colleague was faster,
 * or the customer has left.
 */
function shownAfterwards(queries: QueryClient, id: string) {
  return {
    onSuccess: ({ chat }: { chat: StaffChat }) => putChat(queries, chat),
    onError: () => void refreshChat(queries, id),
  };
}

/** Accepts a waiting chat; of several agents one succeeds. */
export function useAcceptChat(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(acceptChat, { params: { id } }),
    ...shownAfterwards(queries, id),
  });
}

/** Ends one's own chat, or one that waits. */
export function useCloseChat(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: CloseReason) => callEndpoint(closeStaffChat, { params: { id }, body: { reason } }),
    ...shownAfterwards(queries, id),
  });
}

/** Hands one's own chat to another agent, or with null back to the queue. */
export function useTransferChat(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (agentId: number | null) => callEndpoint(transferChat, { params: { id }, body: { agentId } }),
    ...shownAfterwards(queries, id),
  });
}

/** Says whose account somebody outside the portal has. */
export function useLinkContact(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly customerId: number; readonly identifiedBy: string }) =>
      callEndpoint(linkChatContact, { params: { id }, body }),
    ...shownAfterwards(queries, id),
  });
}

/** Opens a ticket with the transcript; a chat has one, and a repeat answers with it. */
export function useOpenTicket(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: TicketFromChat) => callEndpoint(openTicketFromChat, { params: { id }, body: form }),
    ...shownAfterwards(queries, id),
  });
}

/** Adds a staff note. */
export function useAddNote(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => callEndpoint(addStaffNote, { params: { id }, body: { content } }),
    onSuccess: ({ note }) => putNote(queries, id, note),
  });
}
