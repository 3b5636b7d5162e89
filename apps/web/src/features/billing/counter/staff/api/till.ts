import {
  closeTillShift,
  getTill,
  handOverTill,
  openTillShift,
  type Till,
} from '@portal/contract/billing/staff-counter';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** The till and the open shift of who is signed in. */
export function useTill() {
  return useQuery({
    queryKey: [getTill.path],
    queryFn: () => callEndpoint(getTill),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

function useShowTill() {
  const client = useQueryClient();
  return ({ till }: { till: Till }) => void client.setQueryData([getTill.path], till);
}

export function useOpenShift() {
  return useMutation({ mutationFn: () => callEndpoint(openTillShift), onSuccess: useShowTill() });
}

export function useHandOver() {
  return useMutation({
    mutationFn: (body: z.output<typeof handOverTill.body>) => callEndpoint(handOverTill, { body }),
    onSuccess: useShowTill(),
  });
}

export function useCloseShift() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof closeTillShift.body>) => callEndpoint(closeTillShift, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [getTill.path] }),
  });
}
