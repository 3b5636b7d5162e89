import { listAgents } from '@portal/contract/support/staff-chat';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Everybody who works at the desk, and whether they are there. */
export function useStaff() {
  return useQuery({ queryKey: [listAgents.path], queryFn: () => callEndpoint(listAgents), refetchOnMount: 'always' });
}
