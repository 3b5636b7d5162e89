import { BlockList, isIPv6 } from 'node:net';

/** Whether staff may connect from an address. */
export type IsStaffIp = (address: string) => boolean;

/**
 * Every address when the list is empty; otherwise the listed addresses and blocks, including
 * IPv4-mapped IPv6 (threats S2).
 */
export function createStaffIpAllowlist(named: readonly string[]): IsStaffIp {
  if (named.length === 0) return () => true;
  const allowed = new BlockList();
  for (const entry of named) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(address, family);
    else allowed.addSubnet(address, Number(bits), family);
  }
  return (address) => allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
