import { getStaffReceipt, getStaffReceiptPdf } from '@portal/contract/billing/staff-counter';
import { useQuery } from '@tanstack/react-query';
import { addressOf, callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** A customer's receipt. It never changes once it is issued. */
export function useStaffReceipt(receiptNumber: string) {
  return useQuery({
    queryKey: [getStaffReceipt.path, receiptNumber],
    queryFn: () => callEndpoint(getStaffReceipt, { params: { receiptNumber } }),
  });
}

/** Where a receipt is downloaded as a PDF. */
export function receiptPdf(receiptNumber: string): string {
  return addressOf(getStaffReceiptPdf, { params: { receiptNumber } });
}
