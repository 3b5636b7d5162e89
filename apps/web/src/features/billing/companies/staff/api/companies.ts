import {
  endCompany,
  getStaffAccountStatement,
  getStaffCompany,
  listWithholdingTaxes,
  recordWithholdingDocument,
  saveCompany,
} from '@portal/contract/billing/staff-companies';
import { getCounterCustomer } from '@portal/contract/billing/staff-counter';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import type { StatementRange } from '../../statement-range.ts';

/** How a customer is billed where they have one invoice a month for all lines. */
export function useStaffCompany(id: number) {
  return useQuery({
    queryKey: [getStaffCompany.path, id],
    queryFn: () => callEndpoint(getStaffCompany, { params: { id } }),
    refetchOnMount: 'always',
  });
}

/** What a change of the billing shows on the customer's page. */
function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [getStaffCompany.path, getCustomer.path, getCounterCustomer.path].map((path) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    );
}

export function useSaveStaffCompany(id: number) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: z.output<typeof saveCompany.body>) => callEndpoint(saveCompany, { params: { id }, body }),
    onSettled,
  });
}

export function useEndCompany(id: number) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: z.output<typeof endCompany.body>) => callEndpoint(endCompany, { params: { id }, body }),
    onSettled,
  });
}

export function useStaffAccountStatement(id: number, range: StatementRange) {
  return useQuery({
    queryKey: [getStaffAccountStatement.path, id, range],
    queryFn: () => callEndpoint(getStaffAccountStatement, { params: { id }, query: range }),
    refetchOnMount: 'always',
  });
}

/** Withheld tax whose documents are awaited, or all of one customer. */
export function useWithholdingTaxes(customer: number | undefined) {
  return useQuery({
    queryKey: [listWithholdingTaxes.path, customer ?? null],
    queryFn: () => callEndpoint(listWithholdingTaxes, { query: customer === undefined ? {} : { customer } }),
    refetchOnMount: 'always',
  });
}

export function useRecordWithholdingDocument(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof recordWithholdingDocument.body>) =>
      callEndpoint(recordWithholdingDocument, { params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: [listWithholdingTaxes.path] }),
  });
}
