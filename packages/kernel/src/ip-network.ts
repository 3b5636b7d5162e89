/** A network of addresses, or one address as the longest of them; `first` as a whole number. */
export type IpNetwork = { readonly family: 4 | 6; readonly first: bigint; readonly length: number };

const GROUPS = 8;
const bitsOf = (family: 4 | 6): number => (family === 4 ? 32 : 128);

function readIpv4(text: string): bigint | null {
  const bytes = text.split('.');
  if (bytes.length !== 4 || !bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) < 256))
    return null;
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

function readIpv6(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const zeros = GROUPS - head.length - tail.length;
  if (halves.length === 2 ? zeros < 1 : zeros !== 0) return null;
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((value, group) => value * 0x10000n + BigInt(`0x${group}`), 0n);
}

/** How many addresses a network has. */
export const sizeOf = ({ family, length }: IpNetwork): bigint => 1n << BigInt(bitsOf(family) - length);

/** The address after the last one. */
export const endOf = (network: IpNetwork): bigint => network.first + sizeOf(network);

/**
 * Reads an address, "102.89.4.7", or a network, "102.89.4.0/24" or "2001:db8::/32". Null for anything
 * else, also for a network whose address has bits beyond its length.
 */
export function readNetwork(text: string): IpNetwork | null {
  const [address = '', written, ...more] = text.trim().split('/');
  const family = address.includes(':') ? 6 : 4;
  const first = family === 4 ? readIpv4(address) : readIpv6(address);
  if (first === null || more.length > 0) return null;
  if (written !== undefined && !/^\d{1,3}$/.test(written)) return null;
  const length = written === undefined ? bitsOf(family) : Number(written);
  if (length > bitsOf(family)) return null;
  const network = { family, first, length } as const;
  return first % sizeOf(network) === 0n ? network : null;
}

/** The longest run of two or more zero groups, the first of equals, becomes "::" (RFC 5952). */
function writeIpv6(value: bigint): string {
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    ((value >> BigInt((GROUPS - 1 - index) * 16)) & 0xffffn).toString(16),
  );
  const runs = [...groups.join(':').matchAll(/\b0(?::0\b)+/g)].map(([run]) => run);
  const longest = runs.reduce((found, run) => (run.length > found.length ? run : found), '');
  if (longest === '') return groups.join(':');
  const [head = '', tail = ''] = splitOnce(groups.join(':'), longest);
  return `${head.replace(/:$/, '')}::${tail.replace(/^:/, '')}`;
}

function splitOnce(text: string, run: string): [string, string] {
  const match = new RegExp(`(?:^|:)${run}(?:$|:)`).exec(text);
  if (!match) return [text, ''];
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

function writeIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

/** "102.89.4.7" for one address, with its length for a network: "2001:db8:0:100::/56". */
export function writeNetwork({ family, first, length }: IpNetwork): string {
  const address = family === 4 ? writeIpv4(first) : writeIpv6(first);
  return length === bitsOf(family) ? address : `${address}/${length}`;
}

/** Whether all of the second is in the first. */
export function contains(network: IpNetwork, other: IpNetwork): boolean {
  return network.family === other.family && network.first <= other.first && endOf(other) <= endOf(network);
}
