import { getBillingDetails } from '@portal/contract/billing/invoices';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The customer's additional details for their invoices. */
export function useBillingDetails() {
  return useQuery({
    queryKey: [getBillingDetails.path],
    queryFn: () => callEndpoint(getBillingDetails),
    refetchOnMount: 'always',
  });
}
