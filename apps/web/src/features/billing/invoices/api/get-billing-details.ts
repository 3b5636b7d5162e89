import { getBillingDetails } from '@portal/contract/billing/billing-details';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/** The customer's additional details for their invoices. */
export function useBillingDetails() {
  return useQuery({
    queryKey: [getBillingDetails.path],
    queryFn: ({ client }) => callForRole(client, 'billing', getBillingDetails),
    refetchOnMount: 'always',
  });
}
