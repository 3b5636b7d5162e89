import type { Permission, StaffRole } from '@portal/contract/platform/staff-permissions';
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { sessions, users } from '../../platform/database/schema/identity/account.ts';
import { directoryIdentities } from '../../platform/database/schema/identity/directory.ts';
import { passkeys } from '../../platform/database/schema/identity/passkey.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { secondFactors } from '../../platform/database/schema/identity/second-factor.ts';
import {
  staffActivity,
  staffMemberRoles,
  staffRefusals,
  staffRolePermissions,
  staffRoles,
} from '../../platform/database/schema/identity/staff-roles.ts';

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

/** Makes every other change of who may do what wait for this transaction. Call it before any other lock. */
export async function lockStaffRoles(tx: Transaction): Promise<void> {
  await tx.select().from(staffRoles).where(eq(staffRoles.name, 'owner')).for('no key update');
}

/** Gives a role beside those that the person has. Safe to repeat. */
export async function addRole(tx: Transaction, userId: number, role: StaffRole): Promise<void> {
  await tx.insert(staffMemberRoles).values({ userId, role }).onConflictDoNothing();
}

/** The person has exactly these roles, which must not be none. */
export async function replaceMemberRoles(tx: Transaction, userId: number, roles: readonly StaffRole[]): Promise<void> {
  for (const role of roles) await addRole(tx, userId, role);
  await tx
    .delete(staffMemberRoles)
    .where(and(eq(staffMemberRoles.userId, userId), notInArray(staffMemberRoles.role, [...roles])));
}

/** The active owners, the oldest account first. */
export async function listOwners(database: Queryable): Promise<{ readonly id: number; readonly email: string }[]> {
  return database
    .select({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(staffMemberRoles, eq(staffMemberRoles.userId, users.id))
    .where(and(eq(users.role, 'admin'), eq(users.disabled, false), eq(staffMemberRoles.role, 'owner')))
    .orderBy(users.id);
}

export type StaffRow = Awaited<ReturnType<typeof listStaffRows>>[number];

const ofSession = (value: SQL) =>
  sql<Date | null>`(select max(${value}) from ${sessions} where ${sessions.userId} = ${users.id})`.mapWith(
    sessions.createdAt,
  );
const signedIn = ofSession(sql`${sessions.createdAt}`);
// A session from before its owner was staff may end in more than half an hour.
const used = ofSession(sql`greatest(${sessions.createdAt}, least(now(), ${sessions.expire} - interval '30 minutes'))`);

/** Everybody who is or was switched on or off at the console, by name; or one of them. */
export async function listStaffRows(database: Queryable, id?: number) {
  return database
    .select({
      id: users.id,
      name: personName(),
      email: users.email,
      disabled: users.disabled,
      roles: sql<
        string[]
      >`array(select ${staffMemberRoles.role} from ${staffMemberRoles} where ${staffMemberRoles.userId} = ${users.id})`,
      secondFactor: sql<boolean>`(exists (select 1 from ${secondFactors}
          where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)
        or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id} and ${passkeys.disabledAt} is null))`,
      isInDirectory: sql<boolean>`exists (select 1 from ${directoryIdentities}
        where ${directoryIdentities.userId} = ${users.id})`,
      lastSignInAt: sql<Date | null>`greatest(${staffActivity.lastSignInAt}, ${signedIn})`.mapWith(sessions.createdAt),
      lastUsedAt: sql<Date | null>`greatest(${staffActivity.lastUsedAt}, ${used})`.mapWith(sessions.createdAt),
    })
    .from(users)
    .leftJoin(staffActivity, eq(staffActivity.userId, users.id))
    .where(and(eq(users.role, 'admin'), id === undefined ? undefined : eq(users.id, id)))
    .orderBy(sql`2`, users.id);
}

/** What each role but `owner` may do. */
export async function listRolePermissions(database: Queryable) {
  return database.select().from(staffRolePermissions);
}

/** The role may do exactly this. */
export async function replaceRolePermissions(
  tx: Transaction,
  role: StaffRole,
  change: { readonly added: readonly Permission[]; readonly removed: readonly Permission[] },
): Promise<void> {
  const { added, removed } = change;
  if (added.length > 0) await tx.insert(staffRolePermissions).values(added.map((permission) => ({ role, permission })));
  await tx
    .delete(staffRolePermissions)
    .where(and(eq(staffRolePermissions.role, role), inArray(staffRolePermissions.permission, [...removed])));
}
