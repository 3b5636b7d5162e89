import { getStaffPayment, type PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const ASKED_AGAIN_AFTER_MS = 5000;

/**
 * Whether something is under way that ends by itself: the gateway's answer about the payment or a
 * refund.
 */
function isMoving({ status, refunds }: Pick<PaymentPage, 'status' | 'refunds'>): boolean {
  const refunding = refunds.some((refund) => refund.status === 'requested' || refund.status === 'pending');
  return refunding || status === 'initialized' || status === 'pending';
}

/** One payment with its history; while something is under way refetched every five seconds. */
export function useStaffPayment(reference: string) {
  return useQuery({
    queryKey: [getStaffPayment.path, reference],
    queryFn: () => callEndpoint(getStaffPayment, { params: { reference } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? ASKED_AGAIN_AFTER_MS : false),
  });
}
