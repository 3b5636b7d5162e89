import {
  addAgent,
  changeAgent,
  exportAgentStatement,
  getAgent,
  getAgentStatement,
  listSalesAgents,
  settleAgent,
} from '@portal/contract/billing/staff-agents';
import { getTill } from '@portal/contract/billing/staff-counter';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { addressOf, callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** All agents by name, the own stock first. */
export function useAgents() {
  return useQuery({
    queryKey: [listSalesAgents.path],
    queryFn: () => callEndpoint(listSalesAgents),
    refetchOnMount: 'always',
  });
}

export function useAgent(id: number) {
  return useQuery({
    queryKey: [getAgent.path, id],
    queryFn: () => callEndpoint(getAgent, { params: { id } }),
    refetchOnMount: 'always',
  });
}

export type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** What an agent took, kept and handed over, day by day. */
export function useAgentStatement(id: number, days: Days) {
  return useQuery({
    queryKey: [getAgentStatement.path, id, days],
    queryFn: () => callEndpoint(getAgentStatement, { params: { id }, query: days }),
    refetchOnMount: 'always',
  });
}

/** Where the statement is downloaded as a CSV file. */
export const statementCsv = (id: number, days: Days): string =>
  addressOf(exportAgentStatement, { params: { id }, query: days });

const SHOWN = [listSalesAgents, getAgent, getAgentStatement, getTill];

function useRefetch() {
  const client = useQueryClient();
  return () => Promise.all(SHOWN.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

export function useAddAgent() {
  return useMutation({
    mutationFn: (body: z.output<typeof addAgent.body>) => callEndpoint(addAgent, { body }),
    onSettled: useRefetch(),
  });
}

export function useChangeAgent(id: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof changeAgent.body>) => callEndpoint(changeAgent, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}

export function useSettleAgent(id: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof settleAgent.body>) => callEndpoint(settleAgent, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}
