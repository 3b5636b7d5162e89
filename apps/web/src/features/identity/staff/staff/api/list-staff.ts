import { listAgents } from '@portal/contract/support/staff-chat';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** All staff, and whether they are online. */
export function useStaff() {
  return useQuery({ queryKey: [listAgents.path], queryFn: () => callEndpoint(listAgents), refetchOnMount: 'always' });
}
