import { initializePayment } from '@portal/contract/billing/payments';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { type PaymentWish, wishFields } from '../payment-wish.ts';

export type PaymentOrder = {
  gateway: string;
  email: string;
  planId: string;
  wish: PaymentWish;
  amountNaira: number;
  autoPay?: boolean;
};

/** Opens a payment at a gateway. Every call is a new attempt with a new reference. */
export function useInitializePayment() {
  return useMutation({
    mutationFn: ({ gateway, email, planId, wish, amountNaira, autoPay }: PaymentOrder) =>
      callEndpoint(initializePayment, {
        params: { gateway },
        body: { amount: amountNaira, email, plan: planId, ...wishFields(wish), ...(autoPay && { autoPay }) },
      }),
  });
}
