import { endCallBack, listCallBacks, moveCallBack, scheduleCallBack } from '@portal/contract/console/call-backs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { refreshCollections } from '../../../collections/staff/api/collections.ts';

/** Those of today and before, or all that are arranged with one customer. */
export function useCallBacks(customer?: number) {
  return useQuery({
    queryKey: [listCallBacks.path, customer],
    queryFn: () => callEndpoint(listCallBacks, { query: { customer } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => refreshCollections(queries);
}

export function useScheduleCallBack(id: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof scheduleCallBack.body>) =>
      callEndpoint(scheduleCallBack, { params: { id }, body }),
    onSettled: useRefresh(),
  });
}

export function useMoveCallBack(id: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof moveCallBack.body>) => callEndpoint(moveCallBack, { params: { id }, body }),
    onSettled: useRefresh(),
  });
}

export function useEndCallBack(id: string) {
  return useMutation({
    mutationFn: () => callEndpoint(endCallBack, { params: { id } }),
    onSettled: useRefresh(),
  });
}
