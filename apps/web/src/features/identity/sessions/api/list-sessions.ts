import { listSessions } from '@portal/contract/identity/profile';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export const sessionsKey = [listSessions.path];

/**
 * Where the customer is signed in, newest first. Asked again each time the list opens: another
 * device may have come or gone.
 */
export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => callEndpoint(listSessions), refetchOnMount: 'always' });
}
