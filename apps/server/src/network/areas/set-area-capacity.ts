import type { AreaCapacity } from '@portal/contract/network/staff-incidents';
import type { IncidentDependencies } from '../incidents/change-incidents.ts';
import { listCapacity, lockCapacity, saveCapacity } from './area-capacity.repository.ts';
import { ensureArea } from './service-area.repository.ts';

/** Notes what the network has in an area, which is added unless it is there; audited. */
export async function setAreaCapacity(
  deps: Pick<IncidentDependencies, 'database' | 'clock' | 'recordAudit'>,
  order: {
    readonly staffId: number;
    readonly area: string;
    readonly uplinkMbps: number | null;
    readonly linePorts: number | null;
  },
): Promise<void> {
  const { staffId, uplinkMbps, linePorts } = order;
  await deps.database.transaction(async (tx) => {
    const area = await ensureArea(tx, order.area, deps.clock());
    const before = await lockCapacity(tx, area);
    if (before.uplinkMbps === uplinkMbps && before.linePorts === linePorts) return;
    await saveCapacity(tx, area, { uplinkMbps, linePorts });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'network.area-capacity',
      subject: `area:${area}`,
      before,
      after: { uplinkMbps, linePorts },
    });
  });
}

/** The areas by name, with their lines and what the network has there. */
export async function listAreaCapacity({ database }: Pick<IncidentDependencies, 'database'>): Promise<AreaCapacity[]> {
  return listCapacity(database);
}
