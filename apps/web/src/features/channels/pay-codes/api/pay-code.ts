import { createPayCode, getPayCode } from '@portal/contract/channels/pay-codes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

const queryKey = [getPayCode.path];

/** How somebody else pays for the account. */
export function usePayCode() {
  return useQuery({ queryKey, queryFn: () => callEndpoint(getPayCode) });
}

/** Makes the link, or with `replace` another one in its place. */
export function useCreatePayCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { replace?: boolean }) => callEndpoint(createPayCode, { body }),
    onSuccess: ({ payCode }) => client.setQueryData(queryKey, payCode),
  });
}
