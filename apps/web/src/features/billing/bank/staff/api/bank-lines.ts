import { listBankAccounts } from '@portal/contract/billing/bank/bank-accounts';
import {
  acceptProposal,
  dismissProposal,
  getBankLine,
  listBankLines,
  matchBankLine,
  searchOpenItems,
  undoBankMatch,
} from '@portal/contract/billing/bank/bank-lines';
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { filterOf, type LineChoice } from '../line-choice.ts';

const PAGE_SIZE = 50;
/** While lines of a new statement are being matched. */
const FRESH_MS = 10_000;

/** Lines of statements, the newest first, fifty at a time. */
export function useBankLines(choice: LineChoice) {
  const filter = filterOf(choice);
  return useInfiniteQuery({
    queryKey: [listBankLines.path, filter],
    queryFn: ({ pageParam }) =>
      callEndpoint(listBankLines, { query: { ...filter, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : String(page.at(-1)?.id ?? '') || undefined),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchInterval: FRESH_MS,
  });
}

export function useBankLine(id: number) {
  return useQuery({
    queryKey: [getBankLine.path, id],
    queryFn: () => callEndpoint(getBankLine, { params: { id } }),
    refetchOnMount: 'always',
  });
}

/** Open items in the direction of a line. */
export function useOpenItems(id: number, search: string) {
  return useQuery({
    queryKey: [searchOpenItems.path, id, search],
    queryFn: () => callEndpoint(searchOpenItems, { params: { id }, query: { ...(search && { search }) } }),
    placeholderData: (shown) => shown,
  });
}

const refetchLines = (client: QueryClient) =>
  Promise.all(
    [[listBankLines.path], [getBankLine.path], [listBankAccounts.path], [searchOpenItems.path]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

export function useAcceptProposal(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (items: string[]) => callEndpoint(acceptProposal, { params: { id }, body: { items } }),
    onSettled: () => refetchLines(client),
  });
}

export function useDismissProposal(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(dismissProposal, { params: { id }, body: {} }),
    onSettled: () => refetchLines(client),
  });
}

export function useMatchLine(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof matchBankLine.body>) => callEndpoint(matchBankLine, { params: { id }, body }),
    onSettled: () => refetchLines(client),
  });
}

export function useUndoMatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      callEndpoint(undoBankMatch, { params: { id }, body: { reason } }),
    onSettled: () => refetchLines(client),
  });
}
