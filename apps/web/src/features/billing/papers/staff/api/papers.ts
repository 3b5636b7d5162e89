import { createStaffAccountProof, withdrawAccountProof } from '@portal/contract/billing/papers/staff-account-proofs';
import {
  listDocumentSendings,
  listPapers,
  sendPapers,
  withdrawDocumentLink,
} from '@portal/contract/billing/papers/staff-papers';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 10;

/** A customer's documents, newest first, ten at a time, and how many there are. */
export function usePapers(id: number) {
  return useInfiniteQuery({
    queryKey: [listPapers.path, id],
    queryFn: ({ pageParam }) =>
      callEndpoint(listPapers, {
        params: { id },
        query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ papers }) => (papers.length < PAGE_SIZE ? undefined : papers.at(-1)?.number),
    select: ({ pages }) => ({ total: pages[0]?.total ?? 0, papers: pages.flatMap(({ papers }) => papers) }),
    refetchOnMount: 'always',
  });
}

/** What was sent of them, newest first. */
export function useDocumentSendings(id: number) {
  return useQuery({
    queryKey: [listDocumentSendings.path, id],
    queryFn: () => callEndpoint(listDocumentSendings, { params: { id } }),
    refetchOnMount: 'always',
  });
}

function useRefetch(paths: readonly string[]) {
  const client = useQueryClient();
  return () => Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
}

type Proof = z.output<typeof createStaffAccountProof.body>;
type Sending = z.output<typeof sendPapers.body>;

/**
 * Sends documents; with `proof`, one more that is issued first. The same proof on the same day is the
 * same paper, so that a second try issues no other.
 */
export function useSendPapers(id: number) {
  const onSettled = useRefetch([listPapers.path, listDocumentSendings.path]);
  return useMutation({
    mutationFn: async ({ proof, ...sending }: Sending & { proof: Proof | null }) => {
      const issued = proof && (await callEndpoint(createStaffAccountProof, { params: { id }, body: proof }));
      const papers = [...sending.papers, ...(issued ? [{ number: issued.proof.number }] : [])];
      return callEndpoint(sendPapers, { params: { id }, body: { ...sending, papers } });
    },
    onSettled,
  });
}

/** Closes a texted link; the list is refetched. */
export function useWithdrawDocumentLink() {
  const onSettled = useRefetch([listDocumentSendings.path]);
  return useMutation({
    mutationFn: (id: number) => callEndpoint(withdrawDocumentLink, { params: { id } }),
    onSettled,
  });
}

/** Withdraws a proof of account; the list is refetched. */
export function useWithdrawAccountProof() {
  const onSettled = useRefetch([listPapers.path]);
  return useMutation({
    mutationFn: (number: string) => callEndpoint(withdrawAccountProof, { params: { number } }),
    onSettled,
  });
}
