import {
  createSavedReply,
  deleteSavedReply,
  type FilledReply,
  fillReplyForChat,
  fillReplyForTicket,
  listRepliesForTicket,
  listSavedReplies,
  type SavedReplyForm,
  updateSavedReply,
} from '@portal/contract/support/saved-replies';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const KEY = [listSavedReplies.path];

/** The replies that every agent may use, by title. */
export function useSavedReplies() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => callEndpoint(listSavedReplies),
    refetchOnMount: 'always',
  });
}

/** Saves a reply: a new one where `id` is null. */
export function useSaveReply() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, form }: { id: string | null; form: SavedReplyForm }) =>
      id === null
        ? callEndpoint(createSavedReply, { body: form })
        : callEndpoint(updateSavedReply, { params: { id }, body: form }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Deletes a reply for everybody. */
export function useDeleteReply() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(deleteSavedReply, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** The replies that a ticket can be answered with, by title. */
export function useRepliesForTicket(ticketId: string) {
  return useQuery({
    queryKey: [...KEY, ticketId],
    queryFn: () => callEndpoint(listRepliesForTicket, { params: { id: ticketId } }),
    refetchOnMount: 'always',
  });
}

/** A reply in the language of a ticket's customer, with the values of their account. */
export function fillForTicket(ticketId: string, replyId: string): Promise<FilledReply> {
  return callEndpoint(fillReplyForTicket, { params: { id: ticketId, replyId } });
}

/** The same for the customer of a chat. */
export function fillForChat(chatId: string, replyId: string): Promise<FilledReply> {
  return callEndpoint(fillReplyForChat, { params: { id: chatId, replyId } });
}
