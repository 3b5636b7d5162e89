import { lineInAudit } from '../../billing/index.ts';
import { isUniqueViolation } from '../../platform/database/connection.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { StaffLineDependencies } from '../access/staff-line.ts';
import { readMac, readSerial } from './equipment.policy.ts';
import { type Equipment, lockLineEquipment, saveLineEquipment } from './equipment.repository.ts';

/**
 * Notes which fibre box a line has, as its label has it, and returns it as it is stored; audited.
 * Throws ApiError line.not-found, line.serial-taken.
 */
export async function setLineEquipment(
  { database, recordAudit }: Pick<StaffLineDependencies, 'database' | 'recordAudit'>,
  order: Line & Equipment & { readonly staffId: number },
): Promise<Equipment> {
  const { staffId, accountId, lineId } = order;
  const equipment = {
    ontSerial: order.ontSerial === null ? null : readSerial(order.ontSerial),
    ontMac: order.ontMac === null ? null : readMac(order.ontMac),
  };
  try {
    return await database.transaction(async (tx) => {
      const before = await lockLineEquipment(tx, lineId);
      if (!before) throw new ApiError('line.not-found');
      if (before.ontSerial === equipment.ontSerial && before.ontMac === equipment.ontMac) return equipment;
      await saveLineEquipment(tx, lineId, equipment);
      await recordAudit(tx, {
        actorId: staffId,
        action: 'network.line-equipment',
        subject: `customer:${accountId}`,
        before: { ...lineInAudit(order), ...before },
        after: { ...lineInAudit(order), ...equipment },
      });
      return equipment;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('line.serial-taken');
    throw error;
  }
}
