import type { AddressProduct } from '@portal/contract/network/addresses';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { type IpNetwork, readNetwork, writeNetwork } from '@portal/kernel/ip-network';
import { type Billing, lineInAudit } from '../../billing/index.ts';
import { sharesAccount } from '../../identity/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import { type Database, isExclusionViolation, type Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { faultOf, freeAt, nextFree } from './address.policy.ts';
import { lockFixedPools, networkOf, type PoolRow } from './address-pool.repository.ts';
import { changeSessionAddress } from './change-session-address.ts';
import {
  endFixedAddress,
  endQuarantine,
  type FixedAddressRow,
  findHolder,
  insertFixedAddress,
  listHeld,
  lockAddressOf,
  lockLineOfAddresses,
} from './fixed-address.repository.ts';

export type AddressDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly addons: Billing['addons'];
  readonly notify: Messaging['notify'];
  /** For how many days nobody gets an address that a line gave back. */
  readonly quarantineDays: () => number;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

/** What giving needs within the caller's transaction. */
type GiveDependencies = Omit<AddressDependencies, 'database' | 'addons'> & {
  readonly addons: Pick<Billing['addons'], 'lock' | 'start' | 'keep'>;
};

type Order = Line & { readonly staffId: number; readonly product: AddressProduct };

type Found = { readonly pool: PoolRow; readonly address: string };

const spaceOf = ({ network, prefixLength }: PoolRow) => ({ network: networkOf(network), prefixLength });

async function findNext(tx: Transaction, pools: readonly PoolRow[], now: Date): Promise<Found> {
  for (const pool of pools) {
    const free = nextFree(spaceOf(pool), await listHeld(tx, pool.network, now));
    if (free) return { pool, address: writeNetwork(free) };
  }
  throw new ApiError('line-address.none-free');
}

/** One that somebody has named, which neither a line nor quarantine may hold. */
async function findNamed(
  tx: Transaction,
  pools: readonly PoolRow[],
  wanted: IpNetwork,
  { lineId, now }: { readonly lineId: number; readonly now: Date },
): Promise<Found> {
  const faults = pools.map((pool) => ({ pool, fault: faultOf(spaceOf(pool), wanted) }));
  const { pool, fault = 'line-address.outside-pools' } =
    faults.find(({ fault: each }) => each !== 'line-address.outside-pools') ?? {};
  if (!pool || fault !== null) throw new ApiError(fault ?? 'line-address.outside-pools');
  const address = writeNetwork(wanted);
  const holder = await findHolder(tx, address, now);
  // What the line itself gave back it may have again at once: nobody else had it meanwhile.
  if (holder && holder.freeFrom !== null && holder.lineId !== lineId)
    throw new ApiError('line-address.in-quarantine', {
      message: `This address was released: it is free on ${formatLagosDay(holder.freeFrom)}.`,
    });
  if (holder && holder.freeFrom === null) throw new ApiError('line-address.taken');
  if (holder) await endQuarantine(tx, { lineId, address, now });
  return { pool, address };
}

/** The line has it from now on, instead of the one that it has. */
async function give(
  deps: GiveDependencies,
  tx: Transaction,
  { accountId, lineId, staffId, product }: Order,
  found: Found & { readonly current: FixedAddressRow | null; readonly now: Date },
): Promise<void> {
  const { pool, address, current, now } = found;
  if (current) {
    await endFixedAddress(tx, current.id, { endsAt: now, freeFrom: freeAt(now, deps.quarantineDays()) });
    await deps.addons.keep(tx, { id: current.addonId, now });
  }
  const started = current ? null : await deps.addons.start(tx, { lineId, kind: product, staffId });
  const addonId = current?.addonId ?? started?.addon.id ?? '';
  await insertFixedAddress(tx, {
    poolId: pool.id,
    lineId,
    addonId,
    kind: product,
    address,
    givenBy: staffId,
    startsAt: now,
  });
  await changeSessionAddress(tx, lineId, now);
  await deps.notify(tx, {
    key: `address-given:${addonId}:${address}:${now.toISOString()}`,
    kind: 'address-given',
    customerId: accountId,
    lineId,
    values: { ip: address },
  });
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'line-address.give',
    subject: `customer:${accountId}`,
    before: { ...lineInAudit({ accountId, lineId }), address: current?.address ?? null },
    after: { ...lineInAudit({ accountId, lineId }), address, charged: started?.invoiceNumber ?? null },
  });
}

/** giveAddress within the caller's transaction; where another line has it meanwhile it throws the violation. */
export async function giveAddressWithin(
  deps: GiveDependencies,
  tx: Transaction,
  order: Order & { readonly address: string },
): Promise<void> {
  const { accountId, lineId, staffId, product } = order;
  const wanted = order.address === 'next' ? null : readNetwork(order.address);
  const now = deps.clock();
  if (!(await lockLineOfAddresses(tx, lineId))) throw new ApiError('line.not-found');
  if (await sharesAccount(tx, staffId, accountId)) throw new ApiError('customer.own-account');
  await deps.addons.lock(tx, lineId);
  const current = await lockAddressOf(tx, lineId, product);
  if (current && (!wanted || current.address === writeNetwork(wanted))) {
    await deps.addons.keep(tx, { id: current.addonId, now });
    return;
  }
  const pools = await lockFixedPools(tx, product);
  const found = wanted ? await findNamed(tx, pools, wanted, { lineId, now }) : await findNext(tx, pools, now);
  await give(deps, tx, order, { ...found, current, now });
}

/**
 * Gives a line a fixed address, the named one or `next`, the first that is free; one that it has is changed, in
 * the same paid month. It is charged from now on as its product says. The line is told, and reconnects once if
 * it is online. Repeating changes nothing but an end that was set. Audited. Throws line.not-found,
 * customer.own-account, line-address.*, and what starting an add-on throws.
 */
export async function giveAddress(
  deps: AddressDependencies,
  order: Order & { readonly address: string },
): Promise<void> {
  try {
    await runTransaction(deps.database, (tx) => giveAddressWithin(deps, tx, order));
  } catch (error) {
    // Whoever holds it committed after it was looked for.
    if (isExclusionViolation(error)) throw new ApiError('line-address.taken');
    throw error;
  }
}

/**
 * Ends the fixed address of a line with the time that is paid for it, at once where there is none. Repeating
 * changes nothing, nor is there anything to do for a line without one. Audited. Throws line.not-found,
 * customer.own-account.
 */
export async function takeAddress(deps: AddressDependencies, order: Order): Promise<void> {
  const { accountId, lineId, staffId, product } = order;
  await runTransaction(deps.database, async (tx) => {
    if (!(await lockLineOfAddresses(tx, lineId))) throw new ApiError('line.not-found');
    if (await sharesAccount(tx, staffId, accountId)) throw new ApiError('customer.own-account');
    await deps.addons.lock(tx, lineId);
    const current = await lockAddressOf(tx, lineId, product);
    if (!current) return;
    const isOver = await deps.addons.end(tx, { id: current.addonId, now: deps.clock() });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'line-address.end',
      subject: `customer:${accountId}`,
      before: { ...lineInAudit(order), address: current.address },
      after: { ...lineInAudit(order), address: isOver ? null : current.address, ends: isOver ? 'now' : 'paid time' },
    });
  });
}
