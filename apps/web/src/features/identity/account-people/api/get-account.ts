import { getAccount } from '@portal/contract/identity/account-people';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export const accountKey = [getAccount.path];

/** The account that the customer acts for, with its people and open invitations. */
export function useAccount() {
  return useQuery({ queryKey: accountKey, queryFn: () => callEndpoint(getAccount) });
}
