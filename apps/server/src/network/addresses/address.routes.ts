import {
  createAddressPool,
  editAddressPool,
  getStaffLineAddresses,
  listAddressPools,
  listLineAddresses,
  listPoolAddresses,
  setAddressPoolRetired,
  setLineAddress,
} from '@portal/contract/network/addresses';
import { readNetwork } from '@portal/kernel/ip-network';
import { requireLine } from '../../billing/index.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { PublishLiveUpdate } from '../../platform/events/live-updates.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { createPool, editPool, readPools, setPoolRetired } from './change-pools.ts';
import { type AddressDependencies, giveAddress, takeAddress } from './give-address.ts';
import { readLineAddresses, readPoolAddresses, readStaffLineAddresses } from './read-addresses.ts';

/** The product that an address is of, whatever the form says; null for none. */
function productOf(address: string | null): 'ipv4' | 'ipv6-prefix' | null {
  const network = address === null ? null : readNetwork(address);
  return network && (network.family === 4 ? 'ipv4' : 'ipv6-prefix');
}

/** Pools of addresses and the fixed addresses of lines, for staff, and their own for customers. */
export function registerAddress(
  routes: Routes,
  deps: AddressDependencies & { readonly reports: Reports; readonly publishLiveUpdate: PublishLiveUpdate },
): void {
  const { database, clock, reports } = deps;
  routes.serve(listAddressPools, async ({ reply }) => reports.read(reply, (from) => readPools(from, clock())));

  routes.serve(createAddressPool, async ({ viewer, body }) => {
    const pool = await createPool(deps, viewer.user.id, body);
    return { success: true as const, message: 'The pool is there.', pool };
  });

  routes.serve(editAddressPool, async ({ viewer, params, body }) => {
    const pool = await editPool(deps, { staffId: viewer.user.id, id: params.id, form: body });
    return { success: true as const, message: 'The pool is changed.', pool };
  });

  routes.serve(setAddressPoolRetired, async ({ viewer, params, body }) => {
    const pool = await setPoolRetired(deps, { staffId: viewer.user.id, id: params.id, ...body });
    const message = body.retired ? 'The pool gives no address any more.' : 'The pool is used again.';
    return { success: true as const, message, pool };
  });

  routes.serve(listPoolAddresses, async ({ params, query, reply }) => {
    if (!isUuid(params.id)) throw new ApiError('address-pool.not-found');
    return reports.read(reply, (from) =>
      readPoolAddresses(from, { poolId: params.id, before: query.before, now: clock() }),
    );
  });

  routes.serve(getStaffLineAddresses, async ({ params, query }) => {
    const { lineId } = await requireLine(database, { accountId: params.id, lineId: query.line });
    return readStaffLineAddresses(deps, database, lineId, clock());
  });

  routes.serve(setLineAddress, async ({ viewer, params, body }) => {
    const { address } = body;
    const named = await requireLine(database, { accountId: params.id, lineId: body.lineId });
    const product = productOf(address) ?? body.product ?? 'ipv4';
    const order = { ...named, staffId: viewer.user.id, product };
    await (address === null ? takeAddress(deps, order) : giveAddress(deps, { ...order, address }));
    deps.publishLiveUpdate(named.accountId, 'subscription');
    deps.publishLiveUpdate(named.accountId, 'payments');
    const message = address === null ? 'The address ends with the paid time.' : 'The line has its fixed address.';
    const now = await readStaffLineAddresses(deps, database, named.lineId, clock());
    return { success: true as const, message, ...now };
  });

  routes.serve(listLineAddresses, async ({ line: { lineId } }) => readLineAddresses(database, lineId));
}
