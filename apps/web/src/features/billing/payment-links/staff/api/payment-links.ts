import {
  createPaymentLink,
  listPaymentLinks,
  withdrawPaymentLink,
} from '@portal/contract/billing/payments/staff-payment-links';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

export function usePaymentLinks(id: number) {
  return useQuery({
    queryKey: [listPaymentLinks.path, id],
    queryFn: () => callEndpoint(listPaymentLinks, { params: { id } }),
  });
}

/** Makes a link; the list is refetched. */
export function useCreatePaymentLink(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof createPaymentLink.body>) =>
      callEndpoint(createPaymentLink, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listPaymentLinks.path] }),
  });
}

/** Withdraws a link; the list is refetched. */
export function useWithdrawPaymentLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(withdrawPaymentLink, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listPaymentLinks.path] }),
  });
}
