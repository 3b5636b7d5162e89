/** What a line gets besides its speed when it connects; null for what it has not. */
export type LineAddresses = {
  readonly ipv4: string | null;
  readonly ipv6Prefix: string | null;
  /** The access servers' own name of a pool. */
  readonly pool: string | null;
};

/**
 * The addresses of an Access-Accept, in rlm_rest's names (RFC 2865, 2869 and 4818). A line with a fixed IPv4
 * address gets none of the pool of its plan.
 */
export function addressAttributes(addresses: LineAddresses | undefined) {
  if (!addresses) return {};
  const { ipv4, ipv6Prefix, pool } = addresses;
  return {
    ...(ipv4 !== null && { 'reply:Framed-IP-Address': ipv4 }),
    ...(ipv6Prefix !== null && { 'reply:Delegated-IPv6-Prefix': ipv6Prefix }),
    ...(ipv4 === null && pool !== null && { 'reply:Framed-Pool': pool }),
  };
}
