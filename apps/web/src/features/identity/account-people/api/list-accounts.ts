import { listAccounts } from '@portal/contract/identity/account-people';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The accounts that the customer belongs to. */
export function useOwnAccounts() {
  return useQuery({ queryKey: [listAccounts.path], queryFn: () => callEndpoint(listAccounts) });
}
