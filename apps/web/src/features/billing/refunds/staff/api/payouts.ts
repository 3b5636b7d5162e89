import { getStaffPayment } from '@portal/contract/billing/payments/staff-payments';
import { listPayouts, payOutInCash, recordPayoutTransfer } from '@portal/contract/billing/payments/staff-payouts';
import { getAgent, listSalesAgents, payOutByAgent } from '@portal/contract/billing/staff-agents';
import { getCounterCustomer, getTill, listTillShifts } from '@portal/contract/billing/staff-counter';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Refunds that are to be paid out: all, or those of one customer. */
export function usePayouts(customer: number | undefined) {
  return useQuery({
    queryKey: [listPayouts.path, customer ?? null],
    queryFn: () => callEndpoint(listPayouts, { query: customer === undefined ? {} : { customer } }),
    refetchOnMount: 'always',
  });
}

/** What shows the refund, its till or what became of it. */
const SHOWN = [
  listPayouts,
  getTill,
  listTillShifts,
  getStaffPayment,
  getCounterCustomer,
  getCustomer,
  listSalesAgents,
  getAgent,
];

/** Refetches it; after a refusal once the dialog is closed, which a list without the refund would take away. */
export function useRefreshPayouts() {
  const client = useQueryClient();
  return () => Promise.all(SHOWN.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

/** Pays a refund out from the till of who is signed in. */
export function usePayOutInCash(reference: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof payOutInCash.body>) =>
      callEndpoint(payOutInCash, { params: { reference }, body }),
    onSuccess: useRefreshPayouts(),
  });
}

/** Has the agent who took the money give it back. */
export function usePayOutByAgent(reference: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof payOutByAgent.body>) =>
      callEndpoint(payOutByAgent, { params: { reference }, body }),
    onSuccess: useRefreshPayouts(),
  });
}

/** Records that a refund was transferred. */
export function useRecordTransfer(reference: string) {
  return useMutation({
    mutationFn: (body: z.output<typeof recordPayoutTransfer.body>) =>
      callEndpoint(recordPayoutTransfer, { params: { reference }, body }),
    onSuccess: useRefreshPayouts(),
  });
}
