import {
  assignTransfer,
  getUnmatchedMoney,
  listIncomingTransfers,
  returnTransfer,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import { listStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { queryOf, type TransferChoice } from '../transfer-choice.ts';

const PAGE_SIZE = 50;

/** The chosen transfers, newest first, fifty at a time. */
export function useIncomingTransfers(choice: TransferChoice) {
  return useInfiniteQuery({
    queryKey: [listIncomingTransfers.path, choice],
    queryFn: ({ pageParam }) =>
      callEndpoint(listIncomingTransfers, {
        query: { ...queryOf(choice), limit: PAGE_SIZE, ...(pageParam !== 0 && { after: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** How much money waits. */
export function useUnmatchedMoney() {
  return useQuery({
    queryKey: [getUnmatchedMoney.path],
    queryFn: () => callEndpoint(getUnmatchedMoney),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The lists are refetched, whatever the outcome: a colleague may have been faster. */
function useDecision<Body, Answer>(mutationFn: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  const shown = [listIncomingTransfers, getUnmatchedMoney, listStaffPayments];
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all(shown.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

/** Says whose a transfer is. */
export function useAssignTransfer(id: number) {
  return useDecision((body: z.output<typeof assignTransfer.body>) =>
    callEndpoint(assignTransfer, { params: { id }, body }),
  );
}

/** Sends a transfer back, or agrees that it goes back. */
export function useReturnTransfer(id: number) {
  return useDecision((body: z.output<typeof returnTransfer.body>) =>
    callEndpoint(returnTransfer, { params: { id }, body }),
  );
}
