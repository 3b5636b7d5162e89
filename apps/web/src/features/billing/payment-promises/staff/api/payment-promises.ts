import {
  listPaymentPromisesOfCustomer,
  makePaymentPromiseForCustomer,
  withdrawPaymentPromise,
} from '@portal/contract/billing/staff-payment-promises';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

type OfLine = { readonly id: number; readonly lineId: number };

/** The promises of a customer's line, and what the signed-in role may promise for it. */
export function usePromisesOfLine({ id, lineId }: OfLine) {
  return useQuery({
    queryKey: [listPaymentPromisesOfCustomer.path, id, lineId],
    queryFn: () => callEndpoint(listPaymentPromisesOfCustomer, { params: { id }, query: { line: lineId } }),
    refetchOnMount: 'always',
  });
}

/** The promises and the customer's page are refetched whatever comes of a call. */
function useRefetch() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [listPaymentPromisesOfCustomer.path, getCustomer.path].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  };
}

export function useRecordPromise({ id, lineId }: OfLine) {
  return useMutation({
    mutationFn: (until: string) =>
      callEndpoint(makePaymentPromiseForCustomer, { params: { id }, body: { until, lineId } }),
    onSettled: useRefetch(),
  });
}

export function useWithdrawPromise(id: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof withdrawPaymentPromise.body>) =>
      callEndpoint(withdrawPaymentPromise, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}
