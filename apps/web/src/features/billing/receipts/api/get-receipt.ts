import { getReceipt } from '@portal/contract/billing/payments/payments';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/** One of the caller's receipts. A receipt never changes once it is issued. */
export function useReceipt(receiptNumber: string) {
  return useQuery({
    queryKey: [getReceipt.path, receiptNumber],
    queryFn: ({ client }) => callForRole(client, 'billing', getReceipt, { params: { receiptNumber } }),
  });
}
