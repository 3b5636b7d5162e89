import { getNetworkStatus, type NetworkStatus } from '@portal/contract/network-status';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';

export function fetchNetworkStatus(): Promise<NetworkStatus> {
  return callEndpoint(getNetworkStatus);
}
