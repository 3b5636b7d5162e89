import { isIP, isIPv6 } from 'node:net';
import { ALL_OTHERS } from '@portal/contract/network/staff-access-servers';

/** An address as FreeRADIUS writes it: IPv6 in lower case and in its short form. */
export function addressOf(written: string): string {
  return isIPv6(written) ? new URL(`http://[${written}]`).hostname.slice(1, -1) : written;
}

/** Whether an access server may have it: an address without a zone, or the sign for all others. */
export function isServerAddress(written: string): boolean {
  return written === ALL_OTHERS || (isIP(written) !== 0 && !written.includes('%'));
}
