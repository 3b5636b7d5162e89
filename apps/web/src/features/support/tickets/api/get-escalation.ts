import { getEscalation } from '@portal/contract/support/tickets';
import { useQuery } from '@tanstack/react-query';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/**
 * The facts with which a customer can turn to the regulator. Refused with 409 while no deadline was
 * missed.
 */
export function useEscalation(id: string) {
  return useQuery({
    queryKey: [getEscalation.path, id],
    queryFn: ({ client }) => callForRole(client, 'technical', getEscalation, { params: { id } }),
    refetchOnMount: 'always',
  });
}
