import { BlockList, isIPv6 } from 'node:net';

/** Whether staff may come from an address. */
export type IsStaffIp = (address: string) => boolean;

/** Anywhere where none is named; else those addresses and blocks, IPv4 in the notation of IPv6 included (threats S2). */
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
