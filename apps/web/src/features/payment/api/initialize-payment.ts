import { initializePayment } from '@portal/contract/payment';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';

export type PaymentOrder = { gateway: string; email: string; planId: string; amountNaira: number };

/** Opens a payment at a gateway. Every call is a new attempt with a new reference. */
export function useInitializePayment() {
  return useMutation({
    mutationFn: ({ gateway, email, planId, amountNaira }: PaymentOrder) =>
      callEndpoint(initializePayment, { params: { gateway }, body: { amount: amountNaira, email, plan: planId } }),
  });
}
