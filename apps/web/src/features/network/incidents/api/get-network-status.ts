import { getNetworkStatus, type NetworkStatus } from '@portal/contract/network/incidents';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { nextRefetchIn } from '../next-refetch.ts';

/** `askAgainMs`: when something planned begins or ends; false when nothing does. */
export async function fetchNetworkStatus(): Promise<NetworkStatus & { readonly refetchMs: number | false }> {
  const status = await callEndpoint(getNetworkStatus);
  return { ...status, refetchMs: nextRefetchIn(status) };
}
