import { lineInAudit } from '../../billing/index.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { IncidentDependencies } from '../incidents/change-incidents.ts';
import { ensureArea, findLineArea, listAreas, lockAccount, saveLineArea } from './service-area.repository.ts';

/**
 * Sets the area of a line, for all outages from now on whose list is not made yet; a new
 * name is added to the list of areas. Audited. Throws ApiError customer.not-found.
 */
export async function setLineArea(
  deps: Pick<IncidentDependencies, 'database' | 'clock' | 'recordAudit'>,
  order: Line & { readonly staffId: number; readonly area: string | null },
): Promise<string | null> {
  const { staffId, accountId, lineId } = order;
  return deps.database.transaction(async (tx) => {
    const now = deps.clock();
    if (!(await lockAccount(tx, accountId))) throw new ApiError('customer.not-found');
    const before = await findLineArea(tx, lineId);
    const area = order.area === null ? null : await ensureArea(tx, order.area, now);
    if (area === before) return area;
    await saveLineArea(tx, lineId, area, now);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'customer.area',
      subject: `customer:${accountId}`,
      before: { ...lineInAudit(order), area: before },
      after: { ...lineInAudit(order), area },
    });
    return area;
  });
}

/** The areas by name: those that staff have used, and those that plans are sold in. */
export async function listAllAreas({ database }: Pick<IncidentDependencies, 'database'>): Promise<string[]> {
  return listAreas(database);
}
