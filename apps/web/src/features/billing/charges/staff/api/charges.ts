import { createCharge, listChargeProducts } from '@portal/contract/billing/staff-charges';
import { getCounterCustomer } from '@portal/contract/billing/staff-counter';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** What can be charged once. */
export function useChargeProducts() {
  return useQuery({ queryKey: [listChargeProducts.path], queryFn: () => callEndpoint(listChargeProducts) });
}

/** Charges a customer; what they owe is refetched. */
export function useCreateCharge(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof createCharge.body>) => callEndpoint(createCharge, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [getCounterCustomer.path] }),
  });
}
