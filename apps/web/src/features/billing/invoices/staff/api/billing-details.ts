import { correctBillingDetails, getStaffBillingDetails } from '@portal/contract/billing/staff-billing-details';
import { getStaffCompany } from '@portal/contract/billing/staff-companies';
import { readTimeline } from '@portal/contract/console/customer-notes';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** What is on a customer's invoices besides their name. */
export function useStaffBillingDetails(id: number) {
  return useQuery({
    queryKey: [getStaffBillingDetails.path, id],
    queryFn: () => callEndpoint(getStaffBillingDetails, { params: { id } }),
    refetchOnMount: 'always',
  });
}

export function useCorrectBillingDetails(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof correctBillingDetails.body>) =>
      callEndpoint(correctBillingDetails, { params: { id }, body }),
    onSettled: () =>
      Promise.all(
        [getStaffBillingDetails, getStaffCompany, getCustomer, readTimeline].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
