import { listPaymentMethods } from '@portal/contract/billing/payments/payments';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/**
 * The customer's saved payment methods, masked. Refetched each time a screen opens: a payment may
 * have saved one.
 */
export function usePaymentMethods() {
  return useQuery({
    queryKey: [listPaymentMethods.path],
    queryFn: ({ client }) => callForRole(client, 'billing', listPaymentMethods),
    refetchOnMount: 'always',
  });
}
