import { getLineLogin, resetMacLock } from '@portal/contract/network/line-login';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Which routers may use the customer's line. Refetched each time a screen opens: routers come and go. */
export function useLineLogin() {
  return useQuery({
    queryKey: [getLineLogin.path],
    queryFn: () => callEndpoint(getLineLogin),
    refetchOnMount: 'always',
  });
}

export function useResetMacLock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(resetMacLock, { body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: [getLineLogin.path] }),
  });
}
