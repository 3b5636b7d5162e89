/** An address as four or eight groups; an IPv4-mapped IPv6 address counts as its IPv4 address. */
function withoutMapping(address: string): string {
  return /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

/** The first four groups, written out: the /64 that a provider gives to one household. */
function firstHalf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const given = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - given.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...given].slice(0, 4).join(':');
}

/**
 * The part of an address that identifies one subscriber and that limits count as one: an IPv4
 * address, or the /64 of an IPv6 address.
 */
export function subscriberAddress(address: string): string {
  const plain = withoutMapping(address);
  return plain.includes(':') ? firstHalf(plain) : plain;
}

/**
 * The part of an address that usually stays when a household or office gets a new one: the first
 * three bytes of IPv4, the /64 of IPv6.
 */
export function addressPrefix(address: string): string {
  const plain = withoutMapping(address);
  return plain.includes(':') ? firstHalf(plain) : plain.slice(0, plain.lastIndexOf('.'));
}

/** Whether the host of a URL is this machine itself, under any of its names. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
