import { BlockList, isIP } from 'node:net';

/** Ranges of the IANA special-purpose registries that no server on the internet has. */
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Of 2000::/3, outside of which nothing is public: Teredo and others, documentation, 6to4. */
const PRIVATE_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function blockListOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits] = block.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const ipv4 = blockListOf(PRIVATE_IPV4, 'ipv4');
const ipv6 = blockListOf(PRIVATE_IPV6, 'ipv6');
const publicIpv6 = blockListOf(['2000::/3'], 'ipv6');

/**
 * Whether an IP address is anything but one of a server on the internet: loopback, private,
 * link-local (with the metadata of clouds), shared (CGNAT), multicast, documentation, or IPv6 that
 * contains an IPv4 address (mapped, NAT64, 6to4, Teredo). True also for what is no address.
 */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return ipv4.check(address, 'ipv4');
    case 6:
      return !publicIpv6.check(address, 'ipv6') || ipv6.check(address, 'ipv6');
    default:
      return true;
  }
}
