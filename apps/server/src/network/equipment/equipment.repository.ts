import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

export type Equipment = { readonly ontSerial: string | null; readonly ontMac: string | null };

const columns = { ontSerial: lines.ontSerial, ontMac: lines.ontMac };

/** The fibre box of a line; both null while nobody has noted it. */
export async function findLineEquipment(queryable: Queryable, lineId: number): Promise<Equipment> {
  const [row] = await queryable.select(columns).from(lines).where(eq(lines.id, lineId));
  return row ?? { ontSerial: null, ontMac: null };
}

/** The same, held until the transaction ends; null without such a line. */
export async function lockLineEquipment(tx: Transaction, lineId: number): Promise<Equipment | null> {
  const [row] = await tx.select(columns).from(lines).where(eq(lines.id, lineId)).for('no key update');
  return row ?? null;
}

export async function saveLineEquipment(tx: Transaction, lineId: number, equipment: Equipment): Promise<void> {
  await tx.update(lines).set(equipment).where(eq(lines.id, lineId));
}
