import {
  deleteFilter,
  type FilteredList,
  listSavedFilters,
  renameFilter,
  saveFilter,
  shareFilter,
} from '@portal/contract/console/saved-filters';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** One's own filters of a list and those that are shared, by name. */
export function useSavedFilters(list: FilteredList) {
  return useQuery({
    queryKey: [listSavedFilters.path, list],
    queryFn: () => callEndpoint(listSavedFilters, { query: { list } }),
    refetchOnMount: 'always',
  });
}

function useRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listSavedFilters.path] });
}

export function useSaveFilter() {
  return useMutation({
    mutationFn: (body: { list: FilteredList; name: string; query: string }) => callEndpoint(saveFilter, { body }),
    onSettled: useRefetch(),
  });
}

export function useRenameFilter(id: number) {
  return useMutation({
    mutationFn: (body: { name: string }) => callEndpoint(renameFilter, { params: { id }, body }),
    onSettled: useRefetch(),
  });
}

export function useShareFilter(id: number) {
  return useMutation({
    mutationFn: (isShared: boolean) => callEndpoint(shareFilter, { params: { id }, body: { isShared } }),
    onSettled: useRefetch(),
  });
}

export function useDeleteFilter(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(deleteFilter, { params: { id } }),
    onSettled: useRefetch(),
  });
}
