import { getOverview } from '@portal/contract/console/overview';
import {
  answerGrievance,
  closeGrievance,
  type grievanceStates,
  listStaffGrievances,
} from '@portal/contract/identity/grievances';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

export type GrievanceStatus = (typeof grievanceStates)[number];

const PAGE_SIZE = 50;

/** Grievances of one state; all that are to be answered, fifty of the others at a time. */
export function useStaffGrievances(status: GrievanceStatus) {
  return useInfiniteQuery({
    queryKey: [listStaffGrievances.path, status],
    queryFn: ({ pageParam }) =>
      callEndpoint(listStaffGrievances, { query: { status, ...(pageParam > 0 && { before: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: (page) =>
      status === 'received' || page.length < PAGE_SIZE ? undefined : Number(page.at(-1)?.number.slice(2)),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}

/** A write; the lists are refetched, whatever the outcome. */
function useGrievanceWrite<Order, Answer>(mutationFn: (order: Order) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [listStaffGrievances.path, getOverview.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

export function useAnswerGrievance(id: string) {
  return useGrievanceWrite((body: Infer<typeof answerGrievance.body>) =>
    callEndpoint(answerGrievance, { params: { id }, body }),
  );
}

export function useCloseGrievance(id: string) {
  return useGrievanceWrite((body: Infer<typeof closeGrievance.body>) =>
    callEndpoint(closeGrievance, { params: { id }, body }),
  );
}
