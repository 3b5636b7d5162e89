import {
  type BulkAction,
  type BulkOrder,
  type BulkRow,
  cancelBulkAction,
  decideBulkAction,
  getBulkAction,
  listBulkActions,
  listBulkRows,
  previewBulkAction,
  startBulkAction,
} from '@portal/contract/console/bulk-actions';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 20;
const ROWS = 50;
/** While an action is under way. */
const POLL_MS = 1500;

const isRunning = (action: BulkAction | undefined) => action?.state === 'running';

/** The bulk actions, newest first, followed while one is under way. */
export function useBulkActions() {
  return useInfiniteQuery({
    queryKey: [listBulkActions.path],
    queryFn: ({ pageParam }) =>
      callEndpoint(listBulkActions, { query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isRunning) ? POLL_MS : false),
  });
}

/** One bulk action, followed until it is done. */
export function useBulkAction(id: string) {
  return useQuery({
    queryKey: [getBulkAction.path, id],
    queryFn: () => callEndpoint(getBulkAction, { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
  });
}

/** What became of its customers; `at` changes when there is more to see. */
export function useBulkRows(id: string, outcome: BulkRow['outcome'] | '', at: number) {
  return useInfiniteQuery({
    queryKey: [listBulkRows.path, id, outcome, at],
    queryFn: ({ pageParam }) =>
      callEndpoint(listBulkRows, {
        params: { id },
        query: { limit: ROWS, ...(outcome && { outcome }), ...(pageParam > 0 && { after: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < ROWS ? undefined : page.at(-1)?.customer.id),
    select: (pages) => pages.pages.flat(),
    placeholderData: (before) => before,
  });
}

export function usePreviewBulkAction() {
  return useMutation({ mutationFn: (body: BulkOrder) => callEndpoint(previewBulkAction, { body }) });
}

/** What shows bulk actions is refetched whatever comes of a call. */
function useRefetch() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listBulkActions.path, getBulkAction.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );
}

export function useStartBulkAction() {
  return useMutation({
    mutationFn: (body: BulkOrder & { formId: string; expected: number }) => callEndpoint(startBulkAction, { body }),
    onSettled: useRefetch(),
  });
}

export function useCancelBulkAction(id: string) {
  return useMutation({
    mutationFn: () => callEndpoint(cancelBulkAction, { params: { id }, body: {} }),
    onSettled: useRefetch(),
  });
}

export function useDecideBulkAction(id: string) {
  return useMutation({
    mutationFn: (body: { approve: boolean; reason: string }) =>
      callEndpoint(decideBulkAction, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}
