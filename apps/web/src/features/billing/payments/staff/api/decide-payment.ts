import {
  countStaffPayments,
  decideRefund,
  decideReview,
  getStaffPayment,
  type PaymentPage,
  recordChargeback,
  requestRefund,
} from '@portal/contract/billing/payments/staff-payments';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * The payment after a decision is shown at once; after a refusal it is refetched, since a colleague
 * was faster.
 */
function usePaymentUpdate(reference: string) {
  const client = useQueryClient();
  const key = [getStaffPayment.path, reference];
  return {
    onSuccess: ({ payment }: { payment: PaymentPage }) => void client.setQueryData(key, payment),
    onError: () => void client.invalidateQueries({ queryKey: key }),
    onSettled: () => renewCounts(client),
  };
}

function renewCounts(client: QueryClient) {
  return client.invalidateQueries({ queryKey: [countStaffPayments.path] });
}

type Body<Entry extends { body: z.ZodMiniType }> = z.output<Entry['body']>;

/** Leads a payment out of review. */
export function useDecideReview(reference: string) {
  const update = usePaymentUpdate(reference);
  return useMutation({
    mutationFn: (body: Body<typeof decideReview>) => callEndpoint(decideReview, { params: { reference }, body }),
    ...update,
  });
}

/** Refunds a payment, or asks a second person to. */
export function useRequestRefund(reference: string) {
  const update = usePaymentUpdate(reference);
  return useMutation({
    mutationFn: (body: Body<typeof requestRefund>) => callEndpoint(requestRefund, { params: { reference }, body }),
    ...update,
  });
}

/** Approves or declines a refund that waits for it. */
export function useDecideRefund(reference: string) {
  const update = usePaymentUpdate(reference);
  return useMutation({
    mutationFn: (body: Body<typeof decideRefund>) => callEndpoint(decideRefund, { params: { reference }, body }),
    ...update,
  });
}

/** Records a chargeback of a payment. */
export function useRecordChargeback(reference: string) {
  const update = usePaymentUpdate(reference);
  return useMutation({
    mutationFn: (body: Body<typeof recordChargeback>) =>
      callEndpoint(recordChargeback, { params: { reference }, body }),
    ...update,
  });
}
