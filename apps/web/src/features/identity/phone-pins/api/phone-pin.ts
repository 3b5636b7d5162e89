import { getPhonePin, removePhonePin, setPhonePin } from '@portal/contract/identity/phone-pins';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

const KEY = [getPhonePin.path];

/** Whether the caller has a phone PIN. */
export function usePhonePin() {
  return useQuery({ queryKey: KEY, queryFn: () => callEndpoint(getPhonePin) });
}

/** Sets it, or another one. */
export function useSetPhonePin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pin: string) => callEndpoint(setPhonePin, { body: { pin } }),
    onSuccess: ({ setAt }) => client.setQueryData(KEY, { setAt }),
  });
}

export function useRemovePhonePin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(removePhonePin),
    onSuccess: () => client.setQueryData(KEY, { setAt: null }),
  });
}
