import { getStaffLineLogin, resetStaffMacLock } from '@portal/contract/network/line-login';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Which routers may use a line of a customer. */
export function useStaffLineLogin(customerId: number, lineId: number) {
  return useQuery({
    queryKey: [getStaffLineLogin.path, customerId, lineId],
    queryFn: () => callEndpoint(getStaffLineLogin, { params: { id: customerId }, query: { line: lineId } }),
    refetchOnMount: 'always',
  });
}

export function useResetStaffMacLock(customerId: number, lineId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(resetStaffMacLock, { params: { id: customerId }, body: { lineId } }),
    onSettled: () => client.invalidateQueries({ queryKey: [getStaffLineLogin.path, customerId] }),
  });
}
