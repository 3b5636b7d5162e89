import type { AreaCapacity } from '@portal/contract/network/staff-incidents';
import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { customerAreas, serviceAreas } from '../../platform/database/schema/network/outage.ts';

/** The areas by name. A line is connected from its first payment until it is cancelled. */
export async function listCapacity(queryable: Queryable): Promise<AreaCapacity[]> {
  const { rows } = await queryable.execute<AreaCapacity>(
    sql`select ${serviceAreas.name} as area, coalesce(connected.lines, 0)::int as lines,
        ${serviceAreas.uplinkMbps} as "uplinkMbps", ${serviceAreas.linePorts} as "linePorts"
      from ${serviceAreas} left join (
        select ${customerAreas.area} as area, count(*) as lines from ${customerAreas}
          join ${lines} on ${lines.id} = ${customerAreas.lineId}
          join ${userSubscriptions} on ${userSubscriptions.lineId} = ${lines.id} and ${userSubscriptions.status} in ('active', 'suspended')
        group by 1) connected on connected.area = ${serviceAreas.name}
      order by 1`,
  );
  return rows;
}

type Capacity = Pick<AreaCapacity, 'uplinkMbps' | 'linePorts'>;

/** Of an area that is there, held until the transaction ends. */
export async function lockCapacity(tx: Transaction, area: string): Promise<Capacity> {
  const { uplinkMbps, linePorts } = serviceAreas;
  const [row] = await tx
    .select({ uplinkMbps, linePorts })
    .from(serviceAreas)
    .where(eq(serviceAreas.name, area))
    .for('no key update');
  if (!row) throw new Error('the area is not there');
  return row;
}

export async function saveCapacity(tx: Transaction, area: string, capacity: Capacity): Promise<void> {
  await tx.update(serviceAreas).set(capacity).where(eq(serviceAreas.name, area));
}
