import type { AddressPool, AddressPoolForm } from '@portal/contract/network/addresses';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { readNetwork, writeNetwork } from '@portal/kernel/ip-network';
import {
  constraintOf,
  type Database,
  isExclusionViolation,
  isUniqueViolation,
  type Queryable,
  type Transaction,
} from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { capacityOf, nextFree } from './address.policy.ts';
import {
  insertPool,
  isPlan,
  isPoolUsed,
  listPools,
  lockPool,
  networkOf,
  type PoolRow,
  updatePool,
} from './address-pool.repository.ts';
import { listHeld } from './fixed-address.repository.ts';

export type PoolDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

/** Of a pool with more the list does not say which one is next: it would read them all. */
const MOST_HELD = 2000;

/** The pools with how many of their addresses are taken and free; of a dynamic one the access servers know. */
export async function readPools(queryable: Queryable, now: Date, id?: string): Promise<AddressPool[]> {
  const found = await listPools(queryable, now, id);
  const pools: AddressPool[] = [];
  for (const { pool, planName, taken, quarantined } of found) {
    const { kind, purpose, prefixLength, framedPool, planId, retiredAt } = pool;
    const space = { network: networkOf(pool.network), prefixLength };
    const total = capacityOf(space);
    const isGiven = purpose === 'fixed' && retiredAt === null && taken + quarantined <= MOST_HELD;
    const next = isGiven ? nextFree(space, await listHeld(queryable, pool.network, now)) : null;
    pools.push({
      id: pool.id,
      name: pool.name,
      kind,
      purpose,
      network: writeNetwork(networkOf(pool.network)),
      prefixLength,
      framedPool,
      plan: planId === null ? null : { id: planId, name: planName ?? '' },
      retired: retiredAt !== null,
      ...(isGiven && { nextFree: next && writeNetwork(next) }),
      total,
      taken,
      quarantined,
      free: Math.max(0, total - taken - quarantined),
    });
  }
  return pools;
}

/** A form that the contract has checked. */
function valuesOf({ name, purpose, network: text, prefixLength, framedPool, planId }: AddressPoolForm) {
  const network = readNetwork(text);
  if (!network) throw new Error(`the contract let the network ${text} pass`);
  const kind = network.family === 4 ? ('ipv4' as const) : ('ipv6-prefix' as const);
  return { name, kind, purpose, network: writeNetwork(network), prefixLength, framedPool, planId };
}

const inAudit = ({ name, purpose, network, prefixLength, framedPool, planId, retiredAt }: PoolRow) => {
  return { name, purpose, network, prefixLength, framedPool, plan: planId, retired: retiredAt !== null };
};

function refusalOf(error: unknown): unknown {
  if (isExclusionViolation(error)) return new ApiError('address-pool.overlaps', { errors: { network: OVERLAPS } });
  if (!isUniqueViolation(error)) return error;
  switch (constraintOf(error)) {
    case 'address_pools_framed':
      return new ApiError('address-pool.framed-pool-taken', { errors: { framedPool: FRAMED } });
    case 'address_pools_plan':
      return new ApiError('address-pool.plan-taken', { errors: { planId: PLAN } });
    default:
      return new ApiError('address-pool.name-taken', { errors: { name: NAMED } });
  }
}
const OVERLAPS = 'Another pool has a part of this network.';
const FRAMED = 'Another plan gets its addresses from this pool.';
const PLAN = 'This plan gets its addresses from another pool.';
const NAMED = 'Another pool has this name.';

async function change(
  deps: PoolDependencies,
  { staffId, action }: { readonly staffId: number; readonly action: 'create' | 'edit' | 'retire' | 'use' },
  work: (tx: Transaction, now: Date) => Promise<{ readonly before: PoolRow | null; readonly after: PoolRow }>,
): Promise<AddressPool> {
  try {
    return await deps.database.transaction(async (tx) => {
      const now = deps.clock();
      const { before, after } = await work(tx, now);
      await deps.recordAudit(tx, {
        actorId: staffId,
        action: `address-pool.${action}`,
        subject: `address-pool:${after.id}`,
        before: before && inAudit(before),
        after: inAudit(after),
      });
      const [pool] = await readPools(tx, now, after.id);
      if (!pool) throw new Error(`pool ${after.id} is gone`);
      return pool;
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

async function requirePlan(tx: Transaction, planId: string | null): Promise<void> {
  if (planId !== null && !(await isPlan(tx, planId))) throw new ApiError('plan.not-found');
}

/**
 * Adds a pool. Audited. Throws address-pool.name-taken, address-pool.overlaps,
 * address-pool.framed-pool-taken, address-pool.plan-taken, plan.not-found.
 */
export function createPool(deps: PoolDependencies, staffId: number, form: AddressPoolForm): Promise<AddressPool> {
  return change(deps, { staffId, action: 'create' }, async (tx, createdAt) => {
    await requirePlan(tx, form.planId);
    return { before: null, after: await insertPool(tx, { ...valuesOf(form), createdAt }) };
  });
}

/**
 * Changes a pool; once an address of it was given, only its names and its plan. Audited. Throws the same,
 * address-pool.not-found and address-pool.in-use.
 */
export function editPool(
  deps: PoolDependencies,
  { staffId, id, form }: { readonly staffId: number; readonly id: string; readonly form: AddressPoolForm },
): Promise<AddressPool> {
  return change(deps, { staffId, action: 'edit' }, async (tx) => {
    const before = await lockPool(tx, id);
    if (!before) throw new ApiError('address-pool.not-found');
    await requirePlan(tx, form.planId);
    const values = valuesOf(form);
    const moves =
      values.network !== writeNetwork(networkOf(before.network)) ||
      values.prefixLength !== before.prefixLength ||
      values.purpose !== before.purpose;
    if (moves && (await isPoolUsed(tx, id))) throw new ApiError('address-pool.in-use');
    return { before, after: await updatePool(tx, id, values) };
  });
}

/**
 * Retires a pool, or uses it again: lines keep the addresses that it has given. Audited. Throws
 * address-pool.not-found, and where another pool has its place meanwhile what createPool throws.
 */
export function setPoolRetired(
  deps: PoolDependencies,
  { staffId, id, retired }: { readonly staffId: number; readonly id: string; readonly retired: boolean },
): Promise<AddressPool> {
  return change(deps, { staffId, action: retired ? 'retire' : 'use' }, async (tx, now) => {
    const before = await lockPool(tx, id);
    if (!before) throw new ApiError('address-pool.not-found');
    const retiredAt = retired ? (before.retiredAt ?? now) : null;
    return { before, after: await updatePool(tx, id, { retiredAt }) };
  });
}
