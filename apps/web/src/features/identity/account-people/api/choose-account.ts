import { chooseAccount } from '@portal/contract/identity/account-people';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The session acts for another account of the customer from then on. */
export function useChooseAccount() {
  return useMutation({ mutationFn: (id: number) => callEndpoint(chooseAccount, { params: { id } }) });
}
