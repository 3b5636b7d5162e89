import type { GivenAddress, LineAddress, StaffLineAddresses } from '@portal/contract/network/addresses';
import { writeNetwork } from '@portal/kernel/ip-network';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Billing } from '../../billing/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { networkOf } from './address-pool.repository.ts';
import { readPools } from './change-pools.ts';
import { listAddressesOf, listGiven, listHistoryOf } from './fixed-address.repository.ts';

const PAGE = 50;

/** The fixed addresses that a line has. */
export async function readLineAddresses(queryable: Queryable, lineId: number): Promise<LineAddress[]> {
  const rows = await listAddressesOf(queryable, lineId);
  return rows.map(({ kind, address, startsAt, name, monthlyFee, lastPeriod, lastEndsAt }) => ({
    product: kind,
    name,
    address: writeNetwork(networkOf(address)),
    price: nairaFromKobo(monthlyFee),
    since: startsAt.toISOString(),
    until: lastPeriod === null ? null : (lastEndsAt?.toISOString() ?? null),
  }));
}

/** The same for staff, with what the line had, and what it can have at what price. */
export async function readStaffLineAddresses(
  { addons }: { readonly addons: Billing['addons'] },
  queryable: Queryable,
  lineId: number,
  now: Date,
): Promise<StaffLineAddresses> {
  const history = await listHistoryOf(queryable, lineId);
  const pools = (await readPools(queryable, now)).filter(({ purpose, retired }) => purpose === 'fixed' && !retired);
  const offered = (await addons.listOffered(queryable)).flatMap(({ monthlyFor: product, name, price }) => {
    const ofKind = pools.filter(({ kind }) => kind === product);
    const free = ofKind.reduce((sum, pool) => sum + pool.free, 0);
    return product === null ? [] : [{ product, name, price: nairaFromKobo(price), free }];
  });
  return {
    lineId,
    offered,
    addresses: await readLineAddresses(queryable, lineId),
    history: history.map(({ address, startsAt, endsAt, givenBy }) => ({
      address: writeNetwork(networkOf(address)),
      from: startsAt.toISOString(),
      until: endsAt?.toISOString() ?? null,
      givenBy,
    })),
  };
}

/** Whose the addresses of a pool are and were. Throws address-pool.not-found. */
export async function readPoolAddresses(
  queryable: Queryable,
  { poolId, before, now }: { readonly poolId: string; readonly before: string | undefined; readonly now: Date },
): Promise<GivenAddress[]> {
  const [pool] = await readPools(queryable, now, poolId);
  if (!pool) throw new ApiError('address-pool.not-found');
  const rows = await listGiven(queryable, { poolId, before, limit: PAGE });
  return rows.map(({ given, customer: { id, name } }) => ({
    id: given.id,
    address: writeNetwork(networkOf(given.address)),
    customer: { id, name },
    lineId: given.lineId,
    from: given.startsAt.toISOString(),
    until: given.endsAt?.toISOString() ?? null,
    freeFrom: given.freeFrom?.toISOString() ?? null,
  }));
}
