import { decideCourtesyDays, giveCourtesyDays, listCourtesyDays } from '@portal/contract/billing/staff-courtesy-days';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

type Filter = NonNullable<z.output<typeof listCourtesyDays.query>>;

/** Courtesy days: those of a customer, or what waits for a second person. */
export function useCourtesyDays(filter: Filter) {
  return useQuery({
    queryKey: [listCourtesyDays.path, filter],
    queryFn: () => callEndpoint(listCourtesyDays, { query: filter }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The lists and the customer's page are refetched whatever comes of a call. */
function useRefetch() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [listCourtesyDays.path, getCustomer.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
}

export function useGiveCourtesyDays(id: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof giveCourtesyDays.body>) =>
      callEndpoint(giveCourtesyDays, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}

export function useDecideCourtesyDays(id: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof decideCourtesyDays.body>) =>
      callEndpoint(decideCourtesyDays, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}
