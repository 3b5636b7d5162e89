import { listAudit } from '@portal/contract/console/audit';
import { disableAccount, enableAccount, getCustomer, searchCustomers } from '@portal/contract/console/customers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Closes an account to its owner or opens it again, with the reason. Repeating it is harmless. */
export function useSetAccountOpen(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ open, reason }: { open: boolean; reason: string }) =>
      callEndpoint(open ? enableAccount : disableAccount, { params: { id }, body: { reason } }),
    onSuccess: () =>
      Promise.all(
        [[getCustomer.path, id], [searchCustomers.path], [listAudit.path]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
