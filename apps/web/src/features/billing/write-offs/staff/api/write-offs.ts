import { getCounterCustomer } from '@portal/contract/billing/staff-counter';
import {
  decideWriteOff,
  listWriteOffs,
  reverseWriteOff,
  writeOffInvoice,
} from '@portal/contract/billing/staff-write-offs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

type Filter = NonNullable<z.output<typeof listWriteOffs.query>>;

/** What was written off: of a customer, or what waits for a second person. */
export function useWriteOffs(filter: Filter) {
  return useQuery({
    queryKey: [listWriteOffs.path, filter],
    queryFn: () => callEndpoint(listWriteOffs, { query: filter }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The lists and what is due are refetched whatever comes of a call. */
function useRefetch() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [listWriteOffs.path, getCounterCustomer.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
}

export function useWriteOffInvoice(id: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof writeOffInvoice.body>) =>
      callEndpoint(writeOffInvoice, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}

export function useDecideWriteOff(id: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof decideWriteOff.body>) => callEndpoint(decideWriteOff, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}

export function useReverseWriteOff(id: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof reverseWriteOff.body>) =>
      callEndpoint(reverseWriteOff, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}
