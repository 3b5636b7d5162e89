import {
  claimCollection,
  countCollections,
  getCollection,
  giveBackCollection,
  listCollectionCalls,
  listCollections,
  recordCollectionCall,
  takeNextCollection,
} from '@portal/contract/console/collections';
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import type { CollectionChoice } from '../collection-choice.ts';
import { filterOf } from '../collection-choice.ts';

const PAGE_SIZE = 50;
/** Time alone makes calls due and sets accounts free. */
const AGAIN_MS = 60_000;

/** The accounts that owe, in the order in which they are called. */
export function useCollections(choice: CollectionChoice) {
  const filter = filterOf(choice);
  return useInfiniteQuery({
    queryKey: [listCollections.path, filter],
    queryFn: ({ pageParam }) =>
      callEndpoint(listCollections, { query: { ...filter, limit: PAGE_SIZE, ...(pageParam && { after: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.key),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: AGAIN_MS,
  });
}

/** How much there is to do, and what the calls of today led to. */
export function useCollectionCounts() {
  return useQuery({
    queryKey: [countCollections.path],
    queryFn: () => callEndpoint(countCollections),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: AGAIN_MS,
  });
}

/** What one account owes, and who works on it; null once it owes nothing. */
export function useCollection(id: number) {
  return useQuery({
    queryKey: [getCollection.path, id],
    queryFn: async () => (await callEndpoint(getCollection, { params: { id } })).account,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: AGAIN_MS,
  });
}

/** How the last calls about what a customer owes ended. */
export function useCollectionCalls(id: number) {
  return useQuery({
    queryKey: [listCollectionCalls.path, id],
    queryFn: () => callEndpoint(listCollectionCalls, { params: { id } }),
    refetchOnMount: 'always',
  });
}

/** Refetches everything on screen that a call changes; resolves once it is there. */
export async function refreshCollections(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && /^\/api\/staff\/(collection|call-backs|customers)/.test(address),
  });
}

/** The list is refetched whatever comes of a call, which does not wait for it: the next one is taken meanwhile. */
function useRefresh() {
  const queries = useQueryClient();
  return () => void refreshCollections(queries);
}

export function useTakeNext() {
  return useMutation({
    mutationFn: (body: z.output<typeof takeNextCollection.body>) => callEndpoint(takeNextCollection, { body }),
    onSettled: useRefresh(),
  });
}

/** Takes an account, or keeps it for longer. */
export function useClaim() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(claimCollection, { params: { id } }),
    onSettled: useRefresh(),
  });
}

export function useGiveBack(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(giveBackCollection, { params: { id } }),
    onSettled: useRefresh(),
  });
}

export function useRecordCall(id: number) {
  return useMutation({
    mutationFn: (body: z.output<typeof recordCollectionCall.body>) =>
      callEndpoint(recordCollectionCall, { params: { id }, body }),
    onSettled: useRefresh(),
  });
}
