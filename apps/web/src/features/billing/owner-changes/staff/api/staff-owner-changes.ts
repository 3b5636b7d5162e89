import {
  getOwnerChangeTerms,
  listOwnerChangesOfCustomer,
  offerLine,
  withdrawOwnerChange,
} from '@portal/contract/billing/staff-owner-changes';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** What goes along with a line, and who would have it; '' asks about nobody yet. */
export function useOwnerChangeTerms(id: number, { to, isWholeAccount }: { to: string; isWholeAccount: boolean }) {
  const query = { ...(to && { to }), ...(isWholeAccount && { lines: 'all' as const }) };
  return useQuery({
    queryKey: [getOwnerChangeTerms.path, id, query],
    queryFn: () => callEndpoint(getOwnerChangeTerms, { params: { id }, query }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useOwnerChangesOf(id: number) {
  return useQuery({
    queryKey: [listOwnerChangesOfCustomer.path, id],
    queryFn: () => callEndpoint(listOwnerChangesOfCustomer, { params: { id } }),
  });
}

function useRenew() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listOwnerChangesOfCustomer.path] });
}

/** Offers a line to its new owner; the list is refetched. */
export function useOfferLine(id: number) {
  const renew = useRenew();
  return useMutation({
    mutationFn: (body: z.output<typeof offerLine.body>) => callEndpoint(offerLine, { params: { id }, body }),
    onSettled: renew,
  });
}

/** Withdraws a change of owner; the list is refetched. */
export function useWithdrawOwnerChange() {
  const renew = useRenew();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(withdrawOwnerChange, { params: { id } }),
    onSettled: renew,
  });
}
