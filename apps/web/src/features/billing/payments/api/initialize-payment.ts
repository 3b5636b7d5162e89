import { initializePayment } from '@portal/contract/billing/payments/payments';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { type Purchase, purchaseFields } from '../purchase.ts';
import { UNTIL_SAVED } from './until-saved.ts';

export type PaymentOrder = {
  gateway: string;
  email: string;
  planId: string;
  purchase: Purchase;
  amountNaira: number;
  autoPay?: boolean;
  /** The amount is a part of what is due. */
  part?: boolean;
};

/** Opens a payment at a gateway. Every call is a new attempt with a new reference. */
export function useInitializePayment() {
  return useMutation({
    ...UNTIL_SAVED,
    mutationFn: ({ gateway, email, planId, purchase, amountNaira, autoPay, part }: PaymentOrder) =>
      callEndpoint(initializePayment, {
        params: { gateway },
        body: {
          amount: amountNaira,
          email,
          plan: planId,
          ...purchaseFields(purchase),
          ...(autoPay && { autoPay }),
          ...(part && { part }),
        },
      }),
  });
}
