import { listPayments } from '@portal/contract/billing/payments/payments';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import { getVoucherForm, redeemVoucher } from '@portal/contract/billing/vouchers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Whether vouchers are accepted here, and what their codes look like. */
export function useVoucherForm() {
  return useQuery({ queryKey: [getVoucherForm.path], queryFn: () => callEndpoint(getVoucherForm) });
}

/** Pays with a voucher; every screen shows the line and the payments as they are. Throws as callEndpoint does. */
export function useRedeemVoucher() {
  const queries = useQueryClient();
  return async (body: z.output<typeof redeemVoucher.body>) => {
    const used = await callEndpoint(redeemVoucher, { body });
    for (const { path } of [getSubscription, listPayments]) void queries.invalidateQueries({ queryKey: [path] });
    return used;
  };
}
