import { getReceipt } from '@portal/contract/billing/payments';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** One of the caller's receipts. A receipt never changes once it is issued. */
export function useReceipt(receiptNumber: string) {
  return useQuery({
    queryKey: [getReceipt.path, receiptNumber],
    queryFn: () => callEndpoint(getReceipt, { params: { receiptNumber } }),
  });
}
