import {
  createIncident,
  editIncident,
  type IncidentCorrection,
  listStaffIncidents,
  updateIncident,
} from '@portal/contract/network/staff-incidents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * Afterwards the list is refetched, whatever the outcome: a refusal means that a colleague was
 * faster.
 */
function useRenewedList() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listStaffIncidents.path] });
}

/** Publishes a new incident or maintenance, or with an id corrects one. */
export function useSaveIncident(id: string | null) {
  const renewList = useRenewedList();
  return useMutation({
    mutationFn: (body: IncidentCorrection) =>
      id === null ? callEndpoint(createIncident, { body }) : callEndpoint(editIncident, { params: { id }, body }),
    onSettled: renewList,
  });
}

type Update = z.output<(typeof updateIncident)['body']>;

/** Publishes an update, and with a status begins or ends the incident. */
export function useUpdateIncident(id: string) {
  const renewList = useRenewedList();
  return useMutation({
    mutationFn: (body: Update) => callEndpoint(updateIncident, { params: { id }, body }),
    onSettled: renewList,
  });
}
