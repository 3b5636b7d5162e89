import {
  createIncident as createEntry,
  editIncident as editEntry,
  listAreaCapacity as listCapacityEntry,
  listStaffIncidents as listEntry,
  listServiceAreas,
  setCustomerArea as setAreaEntry,
  setAreaCapacity as setCapacityEntry,
  updateIncident as updateEntry,
} from '@portal/contract/network/staff-incidents';
import { requireLine } from '../../billing/index.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { listAreaCapacity, setAreaCapacity } from '../areas/set-area-capacity.ts';
import { listAllAreas, setLineArea } from '../areas/set-line-area.ts';
import {
  createIncident,
  editIncident,
  type IncidentDependencies,
  listStaffIncidents,
  updateIncident,
} from './change-incidents.ts';

/** Incidents and maintenance, for staff. */
export function registerStaffNetwork(routes: Routes, deps: IncidentDependencies): void {
  routes.serve(listEntry, async ({ query }) => listStaffIncidents(deps, query));

  routes.serve(createEntry, async ({ viewer, body }) => {
    const incident = await createIncident(deps, viewer.user.id, body);
    return { success: true as const, message: 'Customers see it now.', incident };
  });

  routes.serve(editEntry, async ({ viewer, params, body }) => {
    const incident = await editIncident(deps, { staffId: viewer.user.id, id: params.id, form: body });
    return { success: true as const, message: 'The change is saved.', incident };
  });

  routes.serve(updateEntry, async ({ viewer, params, body }) => {
    const incident = await updateIncident(deps, { ...body, staffId: viewer.user.id, id: params.id });
    return { success: true as const, message: 'Customers see the update now.', incident };
  });

  routes.serve(listServiceAreas, async () => listAllAreas(deps));

  routes.serve(listCapacityEntry, async () => listAreaCapacity(deps));

  routes.serve(setCapacityEntry, async ({ viewer, body }) => {
    await setAreaCapacity(deps, { ...body, staffId: viewer.user.id });
    return { success: true as const, message: 'The capacity is saved.' };
  });

  routes.serve(setAreaEntry, async ({ viewer, params, body }) => {
    const line = await requireLine(deps.database, { accountId: params.id, lineId: body.lineId });
    const area = await setLineArea(deps, { ...line, staffId: viewer.user.id, area: body.area });
    const message = area === null ? 'The line has no area now.' : `The line is in ${area} now.`;
    return { success: true as const, message, area };
  });
}
