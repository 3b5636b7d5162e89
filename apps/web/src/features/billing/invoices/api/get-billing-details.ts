import { getBillingDetails } from '@portal/contract/billing/invoices';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** What the customer wants on their invoices besides their name. */
export function useBillingDetails() {
  return useQuery({
    queryKey: [getBillingDetails.path],
    queryFn: () => callEndpoint(getBillingDetails),
    refetchOnMount: 'always',
  });
}
