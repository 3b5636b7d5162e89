import { type GrievanceForm, listGrievances, submitGrievance } from '@portal/contract/identity/grievances';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The customer's grievances, the newest first, and in how many days one is answered. */
export function useGrievances() {
  return useQuery({
    queryKey: [listGrievances.path],
    queryFn: () => callEndpoint(listGrievances),
    refetchOnMount: 'always',
  });
}

/** Sends a grievance; repeated with the same id it is one. */
export function useSubmitGrievance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: GrievanceForm) => callEndpoint(submitGrievance, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listGrievances.path] }),
  });
}
