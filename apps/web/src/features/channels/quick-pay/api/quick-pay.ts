import {
  initializeQuickPayment,
  lookUpAccount,
  readPayCode,
  readQuickReceipt,
} from '@portal/contract/channels/quick-pay';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { storePayment } from '../stored-payment.ts';

const ASK_AGAIN_MS = 4000;

/** Finds the account that somebody has typed. */
export const lookUp = (customer: string) => callEndpoint(lookUpAccount, { body: { customer } });

/** The account of a link. What is due is asked for on each visit. */
export function usePayCode(code: string) {
  return useQuery({
    queryKey: [readPayCode.path, code],
    queryFn: () => callEndpoint(readPayCode, { body: { code } }),
    gcTime: 0,
  });
}

export type QuickOrder = {
  readonly gateway: string;
  readonly token: string;
  readonly amount: number;
  readonly email: string;
  readonly payerName?: string;
};

/** Opens a gateway's page; the browser goes there, and keeps what shows the outcome. */
export function useInitializeQuickPayment() {
  return useMutation({
    mutationFn: ({ gateway, ...body }: QuickOrder) =>
      callEndpoint(initializeQuickPayment, { params: { gateway }, body }),
    onSuccess: ({ data, receiptToken }) => {
      const reference = data.reference ?? data.tx_ref ?? data.transaction_id;
      const url = data.authorization_url ?? data.link ?? data.payment_url;
      if (reference) storePayment({ reference, token: receiptToken });
      if (url) location.assign(url);
    },
  });
}

/** What became of a payment; asked again while the gateway has not said. */
export function useQuickReceipt(paid: { readonly reference: string; readonly token: string }) {
  return useQuery({
    queryKey: [readQuickReceipt.path, paid.reference],
    queryFn: () => callEndpoint(readQuickReceipt, { body: paid }),
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? ASK_AGAIN_MS : false),
  });
}
