import { ApiError } from '../../platform/http/api-error.ts';
import type { IncidentDependencies } from '../incidents/change-incidents.ts';
import { ensureArea, findCustomerArea, listAreas, lockAccount, saveCustomerArea } from './service-area.repository.ts';

/**
 * Sets the area of a customer's line, for all outages from now on whose list is not made yet; a new
 * name is added to the list of areas. Audited. Throws ApiError customer.not-found.
 */
export async function setCustomerArea(
  deps: Pick<IncidentDependencies, 'database' | 'clock' | 'recordAudit'>,
  order: { readonly staffId: number; readonly userId: number; readonly area: string | null },
): Promise<string | null> {
  const { staffId, userId } = order;
  return deps.database.transaction(async (tx) => {
    const now = deps.clock();
    if (!(await lockAccount(tx, userId))) throw new ApiError('customer.not-found');
    const before = await findCustomerArea(tx, userId);
    const area = order.area === null ? null : await ensureArea(tx, order.area, now);
    if (area === before) return area;
    await saveCustomerArea(tx, userId, area, now);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'customer.area',
      subject: `customer:${userId}`,
      before: { area: before },
      after: { area },
    });
    return area;
  });
}

/** The areas by name: those that staff have used, and those that plans are sold in. */
export async function listAllAreas({ database }: Pick<IncidentDependencies, 'database'>): Promise<string[]> {
  return listAreas(database);
}
