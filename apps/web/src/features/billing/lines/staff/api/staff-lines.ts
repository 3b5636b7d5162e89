import { changeLineOfCustomer, openLineForCustomer } from '@portal/contract/billing/staff-lines';
import { readTimeline } from '@portal/contract/console/customer-notes';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Has the customer's page show what has changed about their lines. */
function useRenewCustomer() {
  const client = useQueryClient();
  return () =>
    Promise.all([getCustomer.path, readTimeline.path].map((path) => client.invalidateQueries({ queryKey: [path] })));
}

/** Adds a line to a customer's account; their page is refetched. */
export function useAddLine(id: number) {
  const renew = useRenewCustomer();
  return useMutation({
    mutationFn: (body: z.output<typeof openLineForCustomer.body>) =>
      callEndpoint(openLineForCustomer, { params: { id }, body }),
    onSettled: renew,
  });
}

/** Names a line, or says where it is; the customer's page is refetched. */
export function useChangeLine(id: number) {
  const renew = useRenewCustomer();
  return useMutation({
    mutationFn: (body: z.output<typeof changeLineOfCustomer.body>) =>
      callEndpoint(changeLineOfCustomer, { params: { id }, body }),
    onSettled: renew,
  });
}
