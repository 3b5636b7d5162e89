import { isIPv6 } from 'node:net';

/** An address as FreeRADIUS writes it: IPv6 in lower case and in its short form. */
export function addressOf(written: string): string {
  return isIPv6(written) ? new URL(`http://[${written}]`).hostname.slice(1, -1) : written;
}
