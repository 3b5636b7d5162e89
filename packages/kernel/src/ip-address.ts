const GROUPS = 8;
const GROUP_BITS = 16;
/** No provider has a larger block of IPv6 for one customer. */
const SHORTEST_PREFIX = 16;
const LONGEST_PREFIX = 128;

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

function groupsOf(text: string): number[] | null {
  const parts = text.split('::');
  const [before = [], after = []] = parts.map((part) => (part === '' ? [] : part.split(':')));
  const missing = GROUPS - before.length - after.length;
  if (parts.length > 2 || (parts.length === 2 ? missing < 1 : missing !== 0)) return null;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

/** As RFC 5952 writes it: in lower case, the longest run of zeros left out. */
function writeGroups(groups: readonly number[]): string {
  const written = groups.map((group) => group.toString(16)).join(':');
  const [longest] = [...written.matchAll(/\b0(?::0)+\b/g)].toSorted((a, b) => b[0].length - a[0].length);
  if (!longest) return written;
  const end = longest.index + longest[0].length;
  return `${written.slice(0, longest.index).replace(/:$/, '')}::${written.slice(end).replace(/^:/, '')}`;
}

/**
 * An IPv4 or IPv6 address in the one spelling by which it is compared; an IPv4-mapped IPv6 address is its
 * IPv4 address. Null for anything else.
 */
export function readAddress(written: string): string | null {
  const text = written.trim();
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1] ?? text;
  if (isIpv4(plain)) return plain;
  const groups = groupsOf(plain);
  return groups && writeGroups(groups);
}

function prefixOf(groups: readonly number[], length: number): string {
  const kept = groups.map((group, place) => {
    const bits = Math.min(GROUP_BITS, Math.max(0, length - place * GROUP_BITS));
    return group & (0xffff << (GROUP_BITS - bits));
  });
  return `${writeGroups(kept)}/${length}`;
}

/** An IPv6 prefix such as "2001:db8:1200::/56" in the one spelling by which it is compared; null for anything else. */
export function readIpv6Prefix(written: string): string | null {
  const [, address = '', length = ''] = /^([\da-f:]+)\/(\d{1,3})$/i.exec(written.trim()) ?? [];
  const groups = groupsOf(address);
  return groups === null || Number(length) > LONGEST_PREFIX ? null : prefixOf(groups, Number(length));
}

/** Every IPv6 prefix that has this address in it, from /128 to /16; none for an IPv4 address. */
export function prefixesWith(address: string): string[] {
  const groups = groupsOf(address);
  if (groups === null) return [];
  const lengths = Array.from({ length: LONGEST_PREFIX - SHORTEST_PREFIX + 1 }, (_, less) => LONGEST_PREFIX - less);
  return lengths.map((length) => prefixOf(groups, length));
}
