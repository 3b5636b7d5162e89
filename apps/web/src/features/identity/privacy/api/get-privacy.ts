import { getPrivacy } from '@portal/contract/identity/privacy';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export const privacyKey = [getPrivacy.path];

/** Asked again while a copy is being made. */
const MAKING_INTERVAL_MS = 3000;

/** What is held about the customer, their latest copy of it, and their deletion. */
export function usePrivacy() {
  return useQuery({
    queryKey: privacyKey,
    queryFn: () => callEndpoint(getPrivacy),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const status = state.data?.export?.status;
      return status === 'waiting' || status === 'running' ? MAKING_INTERVAL_MS : false;
    },
  });
}
