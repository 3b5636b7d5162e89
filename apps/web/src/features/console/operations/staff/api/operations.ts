import { listBackups, listInstances, listJobs, listQueues, runJob } from '@portal/contract/console/operations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** While the page is visible. */
export const REFRESH_MS = 15_000;
const live = { refetchOnMount: 'always', refetchOnWindowFocus: 'always', refetchInterval: REFRESH_MS } as const;

/** The jobs and their last runs. */
export function useJobs() {
  return useQuery({ queryKey: [listJobs.path], queryFn: () => callEndpoint(listJobs), ...live });
}

/** Asks the instances to run a job now. */
export function useRunJob(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(runJob, { params: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listJobs.path] }),
  });
}

/** What is due in each queue. */
export function useQueues() {
  return useQuery({ queryKey: [listQueues.path], queryFn: () => callEndpoint(listQueues), ...live });
}

/** The instances of the last day. */
export function useInstances() {
  return useQuery({ queryKey: [listInstances.path], queryFn: () => callEndpoint(listInstances), ...live });
}

/** The last backup and the last restore drill. */
export function useBackups() {
  return useQuery({ queryKey: [listBackups.path], queryFn: () => callEndpoint(listBackups), ...live });
}
