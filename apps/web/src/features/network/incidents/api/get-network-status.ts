import { getNetworkStatus, type NetworkStatus } from '@portal/contract/network/incidents';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { nextChangeIn } from '../next-change.ts';

/** `askAgainMs`: when something planned begins or ends; false when nothing does. */
export async function fetchNetworkStatus(): Promise<NetworkStatus & { readonly askAgainMs: number | false }> {
  const status = await callEndpoint(getNetworkStatus);
  return { ...status, askAgainMs: nextChangeIn(status) };
}
