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
 * Afterwards the list is asked for again, whatever became of the call: a refusal means that a
 * colleague was faster.
 */
function useRenewedList() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listStaffIncidents.path] });
}

/** Tells customers of a new incident or maintenance, or with an id corrects what they are told. */
export function useSaveIncident(id: string | null) {
  const renewList = useRenewedList();
  return useMutation({
    mutationFn: (body: IncidentCorrection) =>
      id === null ? callEndpoint(createIncident, { body }) : callEndpoint(editIncident, { params: { id }, body }),
    onSettled: renewList,
  });
}

type Update = z.output<(typeof updateIncident)['body']>;

/** Tells customers how it goes on, and with a status begins or ends it. */
export function useUpdateIncident(id: string) {
  const renewList = useRenewedList();
  return useMutation({
    mutationFn: (body: Update) => callEndpoint(updateIncident, { params: { id }, body }),
    onSettled: renewList,
  });
}
