import { payByLink, readPaymentLink } from '@portal/contract/billing/payments/payment-links';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

const ASK_AGAIN_MS = 4000;

/** What a link is for; while somebody is paying with it, how that goes. */
export function usePaymentLink(token: string) {
  return useQuery({
    queryKey: [readPaymentLink.path, token],
    queryFn: () => callEndpoint(readPaymentLink, { body: { token, check: true } }),
    enabled: token !== '',
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' && data.isUnderWay ? ASK_AGAIN_MS : false),
  });
}

/** Opens a gateway's page; the browser goes there. */
export function usePayByLink(token: string) {
  return useMutation({
    mutationFn: (order: { gateway: string; amount: number }) => callEndpoint(payByLink, { body: { token, ...order } }),
    onSuccess: ({ url }) => location.assign(url),
  });
}
