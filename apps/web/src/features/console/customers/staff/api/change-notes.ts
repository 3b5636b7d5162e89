import { listAudit } from '@portal/contract/console/audit';
import { addNote, readTimeline, setTags } from '@portal/contract/console/customer-notes';
import { type CustomerPage, getCustomer, searchCustomers } from '@portal/contract/console/customers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Stores a note; repeated with the same id it is stored once. */
export function useAddNote(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; clientNoteId: string }) => callEndpoint(addNote, { params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [readTimeline.path, id] }),
  });
}

/** Replaces the tags of a customer. */
export function useSetTags(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tags: readonly string[]) => callEndpoint(setTags, { params: { id }, body: { tags: [...tags] } }),
    onSuccess: async ({ tags }) => {
      // An answer that was asked for before the change.
      await queries.cancelQueries({ queryKey: [getCustomer.path, id] });
      queries.setQueryData<CustomerPage>([getCustomer.path, id], (page) => page && { ...page, tags });
      await Promise.all(
        [[readTimeline.path, id], [searchCustomers.path], [listAudit.path]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
