import { listArchives, startArchive } from '@portal/contract/console/archives';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** While one is being written. */
const POLL_MS = 2000;

/** The last archives, newest first, followed until they are done. */
export function useArchives() {
  return useQuery({
    queryKey: [listArchives.path],
    queryFn: () => callEndpoint(listArchives),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? POLL_MS : false),
  });
}

/** Begins to write one; the list is refetched, whatever the outcome. */
export function useStartArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(startArchive),
    onSettled: () => client.invalidateQueries({ queryKey: [listArchives.path] }),
  });
}
