import { isIPv6 } from 'node:net';

/** What is limited together: an IPv4 address, or the /64 of an IPv6 address, which one household has to itself. */
export function addressKey(address: string): string {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':').length : 0;
  const missing = tail === undefined ? 0 : 8 - groups.length - rest;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])].slice(0, 4).join(':');
}
