import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  type SavedReplyForm,
  updateSavedReply,
} from '@portal/contract/support/staff-chat';
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
