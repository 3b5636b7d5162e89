import {
  closeAccountingPeriod,
  decideReopening,
  getAccountingMonth,
  listAccountingPeriods,
  requestReopening,
} from '@portal/contract/billing/accounting-periods';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** The months of the ledger, the present one first. */
export function useAccountingPeriods() {
  return useQuery({
    queryKey: [listAccountingPeriods.path],
    queryFn: () => callEndpoint(listAccountingPeriods),
    refetchOnMount: 'always',
  });
}

/** One month with its figures. */
export function useAccountingMonth(month: string) {
  return useQuery({
    queryKey: [getAccountingMonth.path, month],
    queryFn: () => callEndpoint(getAccountingMonth, { params: { month } }),
    refetchOnMount: 'always',
  });
}

function useRefetch() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [listAccountingPeriods.path, getAccountingMonth.path].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  };
}

export function useCloseMonth(month: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof closeAccountingPeriod.body>) =>
      callEndpoint(closeAccountingPeriod, { params: { month }, body }),
    onSettled: useRefetch(),
  });
}

export function useRequestReopening(month: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof requestReopening.body>) =>
      callEndpoint(requestReopening, { params: { month }, body }),
    onSettled: useRefetch(),
  });
}

export function useDecideReopening(month: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof decideReopening.body>) =>
      callEndpoint(decideReopening, { params: { month }, body }),
    onSettled: useRefetch(),
  });
}
