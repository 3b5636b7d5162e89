import { listSessions } from '@portal/contract/identity/profile';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export const sessionsKey = [listSessions.path];

/**
 * The customer's active sessions, newest first. Refetched each time the list opens: another device
 * may have signed in or out.
 */
export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => callEndpoint(listSessions), refetchOnMount: 'always' });
}
