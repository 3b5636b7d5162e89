import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { staffMemberRoles, staffRefusals } from '../../platform/database/schema/identity/staff-roles.ts';

/** True for the first refusal of this call to this person in a minute, on whichever instance. */
export async function claimRefusal(tx: Transaction, userId: number, call: string): Promise<boolean> {
  const claimed = await tx
    .insert(staffRefusals)
    .values({ userId, call, recordedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [staffRefusals.userId, staffRefusals.call],
      set: { recordedAt: sql`now()` },
      setWhere: sql`${staffRefusals.recordedAt} <= now() - interval '1 minute'`,
    })
    .returning({ call: staffRefusals.call });
  return claimed.length === 1;
}

/** Gives a role beside those that the person has. Safe to repeat. */
export async function addRole(tx: Transaction, userId: number, role: StaffRole): Promise<void> {
  await tx.insert(staffMemberRoles).values({ userId, role }).onConflictDoNothing();
}
