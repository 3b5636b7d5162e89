import { getBillingDetails, saveBillingDetails } from '@portal/contract/billing/billing-details';
import { listInvoices } from '@portal/contract/billing/invoices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export type BillingDetailsForm = z.input<typeof saveBillingDetails.body>;

/** Sets the details on the customer's later invoices, and on one that waits for them. */
export function useSaveBillingDetails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BillingDetailsForm) => callEndpoint(saveBillingDetails, { body }),
    onSuccess: ({ billingDetails }) => {
      queries.setQueryData([getBillingDetails.path], billingDetails);
      void queries.invalidateQueries({ queryKey: [listInvoices.path] });
    },
  });
}
