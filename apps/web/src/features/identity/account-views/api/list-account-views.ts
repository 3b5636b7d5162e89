import { listAccountViews } from '@portal/contract/identity/account-views';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Who of the staff has seen the portal as the customer sees it, the newest first. */
export function useAccountViews() {
  return useQuery({
    queryKey: [listAccountViews.path],
    queryFn: () => callEndpoint(listAccountViews),
    refetchOnMount: 'always',
  });
}
