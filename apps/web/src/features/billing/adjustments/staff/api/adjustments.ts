import { decideAdjustment, giveCredit, listAdjustments } from '@portal/contract/billing/staff-adjustments';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

type Filter = NonNullable<z.output<typeof listAdjustments.query>>;

/** Credit that staff gave: that of a customer, or what waits for a second person. */
export function useAdjustments(filter: Filter) {
  return useQuery({
    queryKey: [listAdjustments.path, filter],
    queryFn: () => callEndpoint(listAdjustments, { query: filter }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The lists and the customer's credit are refetched whatever comes of a call. */
function useRefetch() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [listAdjustments.path, getCustomer.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
}

export function useGiveCredit(id: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof giveCredit.body>) => callEndpoint(giveCredit, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}

export function useDecideAdjustment(id: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof decideAdjustment.body>) =>
      callEndpoint(decideAdjustment, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}
