import { listAudit } from '@portal/contract/console/audit';
import { beginAccountView, endAccountView, getAccountView } from '@portal/contract/identity/account-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** A view as a customer, refetched each time it is shown or its window comes to the front: it ends by itself. */
export function useAccountView(id: number) {
  return useQuery({
    queryKey: [getAccountView.path, id],
    queryFn: () => callEndpoint(getAccountView, { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Begins a view of a customer; the caller's earlier one ends. */
export function useBeginAccountView(customerId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) => callEndpoint(beginAccountView, { params: { id: customerId }, body }),
    onSuccess: () =>
      Promise.all([[getAccountView.path], [listAudit.path]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** Ends one's own view; repeating it is harmless. */
export function useEndAccountView(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(endAccountView, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [getAccountView.path, id] }),
  });
}
