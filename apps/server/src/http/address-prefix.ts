/** The part of an address that one household or office shares: the first three bytes of IPv4, the /64 of IPv6. */
export function addressPrefix(address: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address);
  if (v4?.[1]) return v4[1];
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const given = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - given.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...given].slice(0, 4).join(':');
}
