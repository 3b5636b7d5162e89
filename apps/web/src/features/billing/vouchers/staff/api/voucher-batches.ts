import { getAgent, listSalesAgents } from '@portal/contract/billing/staff-agents';
import { getCounterCustomer } from '@portal/contract/billing/staff-counter';
import {
  createVoucherBatch,
  decideVoucherBatch,
  encryptVoucherBatch,
  findVoucher,
  getVoucherBatch,
  listVoucherBatches,
  printVoucherBatch,
  redeemVoucherFor,
  refundVoucherBatch,
  stopVouchers,
} from '@portal/contract/billing/staff-vouchers';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { downloadFile } from '../../../../../shared/api/download-file.ts';

const PAGE_SIZE = 50;

/** Batches of vouchers, newest first, fifty at a time; all, or those of one agent. */
export function useVoucherBatches(agent?: number) {
  return useInfiniteQuery({
    queryKey: [listVoucherBatches.path, agent ?? null],
    queryFn: ({ pageParam }) =>
      callEndpoint(listVoucherBatches, { query: { agent, before: pageParam === 0 ? undefined : pageParam } }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.number),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}

export function useVoucherBatch(number: number) {
  return useQuery({
    queryKey: [getVoucherBatch.path, number],
    queryFn: () => callEndpoint(getVoucherBatch, { params: { number } }),
    refetchOnMount: 'always',
  });
}

/** A voucher by its serial number, once somebody has typed one. */
export function useVoucher(serial: string) {
  return useQuery({
    queryKey: [findVoucher.path, serial],
    queryFn: () => callEndpoint(findVoucher, { params: { serial } }),
    enabled: serial !== '',
    retry: false,
  });
}

/** What shows a batch, or what its agent owes. */
const SHOWN = [listVoucherBatches, getVoucherBatch, findVoucher, listSalesAgents, getAgent];

function useRefetch() {
  const client = useQueryClient();
  return () => Promise.all(SHOWN.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

export function useCreateVoucherBatch() {
  return useMutation({
    mutationFn: (body: z.output<typeof createVoucherBatch.body>) => callEndpoint(createVoucherBatch, { body }),
    onSettled: useRefetch(),
  });
}

export function useDecideVoucherBatch(number: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof decideVoucherBatch.body>) =>
      callEndpoint(decideVoucherBatch, { params: { number }, body }),
    onSettled: useRefetch(),
  });
}

export function useStopVouchers(number: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof stopVouchers.body>) => callEndpoint(stopVouchers, { params: { number }, body }),
    onSettled: useRefetch(),
  });
}

export function useRefundVoucherBatch(number: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof refundVoucherBatch.body>) =>
      callEndpoint(refundVoucherBatch, { params: { number }, body }),
    onSettled: useRefetch(),
  });
}

export type IssueOrder = { readonly form: 'pdf' | 'age'; readonly passphrase: string; readonly again: boolean };

/** Has the PINs of a batch made, and stores the file that has them on the device: nothing else does. */
export function useIssueVoucherBatch(number: number) {
  return useMutation({
    mutationFn: async ({ form, passphrase, again }: IssueOrder) => {
      const params = { number };
      const file = await (form === 'pdf'
        ? downloadFile(printVoucherBatch, { again }, params)
        : downloadFile(encryptVoucherBatch, { again, passphrase }, params));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `vouchers-${number}.${form === 'pdf' ? 'pdf' : 'csv.age'}`;
      link.click();
      // The download has begun by then.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    onSettled: useRefetch(),
  });
}

/** Uses a voucher for the customer at the counter. Throws as callEndpoint does. */
export function useRedeemVoucherFor(id: number) {
  const client = useQueryClient();
  return async (body: z.output<typeof redeemVoucherFor.body>) => {
    const used = await callEndpoint(redeemVoucherFor, { params: { id }, body });
    void client.invalidateQueries({ queryKey: [getCounterCustomer.path] });
    return used;
  };
}
