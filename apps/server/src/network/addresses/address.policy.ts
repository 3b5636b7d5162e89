import { DAY_MS } from '@portal/kernel/calendar';
import { contains, endOf, type IpNetwork, sizeOf } from '@portal/kernel/ip-network';

/** A pool by what its lines get: an address, or of IPv6 a prefix of this length. */
export type PoolSpace = { readonly network: IpNetwork; readonly prefixLength: number | null };

/** From this length on an IPv4 network has no address for itself and none for all (RFC 3021). */
const POINT_TO_POINT = 31;

const unitLength = ({ network, prefixLength }: PoolSpace): number =>
  network.family === 4 ? 32 : (prefixLength ?? network.length);

const unitOf = (space: PoolSpace): bigint => sizeOf({ ...space.network, length: unitLength(space) });

/** The first address that a line may have, and the end: the network's own and its broadcast address are none. */
function usable(space: PoolSpace): { readonly from: bigint; readonly until: bigint } {
  const { network } = space;
  const spare = network.family === 4 && network.length < POINT_TO_POINT ? 1n : 0n;
  return { from: network.first + spare, until: endOf(network) - spare };
}

/** How many lines a pool has addresses for. */
export function capacityOf(space: PoolSpace): number {
  const { from, until } = usable(space);
  return Number((until - from) / unitOf(space));
}

export type AddressFault = 'line-address.outside-pools' | 'line-address.wrong-length' | 'line-address.not-usable';

/** Why a line cannot have an address of a pool, whoever has it; null where it can. */
export function faultOf(space: PoolSpace, wanted: IpNetwork): AddressFault | null {
  if (!contains(space.network, wanted) && !contains(wanted, space.network)) return 'line-address.outside-pools';
  if (wanted.length !== unitLength(space)) return 'line-address.wrong-length';
  const { from, until } = usable(space);
  return wanted.first < from || wanted.first >= until ? 'line-address.not-usable' : null;
}

/** The first address of a pool that is in none of `taken`, which are in order; null where there is none. */
export function nextFree(space: PoolSpace, taken: readonly IpNetwork[]): IpNetwork | null {
  const { from, until } = usable(space);
  const unit = unitOf(space);
  let first = from;
  for (const held of taken) {
    if (first + unit <= held.first) break;
    const after = endOf(held);
    if (after > first) first = after % unit === 0n ? after : (after / unit + 1n) * unit;
  }
  return first + unit <= until ? { ...space.network, first, length: unitLength(space) } : null;
}

/** When an address that a line releases may be somebody else's. */
export const freeAt = (endsAt: Date, quarantineDays: number): Date =>
  new Date(endsAt.getTime() + quarantineDays * DAY_MS);
