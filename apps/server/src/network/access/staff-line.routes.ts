import {
  getNetworkLine,
  listAccessMismatches,
  listRadiusActions,
  renameNetworkLine,
  setLineEquipment as setEquipmentEntry,
  syncNetworkLine,
} from '@portal/contract/network/access';
import { requireLine } from '../../billing/index.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { setLineEquipment } from '../equipment/set-line-equipment.ts';
import { readActions, readMismatches } from './read-network.ts';
import { readLine, renameLine, type StaffLineDependencies, syncAccessAgain } from './staff-line.ts';

/** Lines at the network, for staff. */
export function registerStaffLine(routes: Routes, deps: StaffLineDependencies & { readonly reports: Reports }): void {
  const { database, reports } = deps;
  routes.serve(listRadiusActions, async ({ query, reply }) => reports.read(reply, (from) => readActions(from, query)));

  routes.serve(listAccessMismatches, async ({ reply }) => reports.read(reply, readMismatches));

  routes.serve(getNetworkLine, async ({ params, query }) => {
    const { lineId } = await requireLine(database, { accountId: params.id, lineId: query.line });
    return readLine(database, lineId);
  });

  routes.serve(renameNetworkLine, async ({ viewer, params, body }) => {
    const named = await requireLine(database, { accountId: params.id, lineId: body.lineId });
    const line = await renameLine(deps, { ...body, ...named, staffId: viewer.user.id });
    return { success: true as const, message: 'The line has its new login.', line };
  });

  routes.serve(setEquipmentEntry, async ({ viewer, params, body }) => {
    const named = await requireLine(database, { accountId: params.id, lineId: body.lineId });
    const equipment = await setLineEquipment(deps, { ...body, ...named, staffId: viewer.user.id });
    return { success: true as const, message: 'The box of the line is noted.', ...equipment };
  });

  routes.serve(syncNetworkLine, async ({ viewer, params, body }) => {
    const named = await requireLine(database, { accountId: params.id, lineId: body.lineId });
    const actions = await syncAccessAgain(deps, { ...body, ...named, staffId: viewer.user.id });
    const message =
      actions === 0 ? 'The line is offline: there is nothing to send.' : 'The access is being sent to the network.';
    return { success: true as const, message, actions };
  });
}
