import type { ProfileTemplates } from '@portal/contract/network/staff-vendor-profiles';
import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { accessServers, vendorProfiles } from '../../platform/database/schema/network/access-server.ts';

export type ProfileRow = typeof vendorProfiles.$inferSelect;

/** By name, each with how many access servers have it. */
export async function listProfileRows(queryable: Queryable) {
  return queryable
    .select({ profile: vendorProfiles, servers: count(accessServers.id) })
    .from(vendorProfiles)
    .leftJoin(accessServers, and(eq(accessServers.profileId, vendorProfiles.id), isNull(accessServers.retiredAt)))
    .groupBy(vendorProfiles.id)
    .orderBy(asc(sql`lower(${vendorProfiles.name})`));
}

export async function findProfileRow(queryable: Queryable, id: string): Promise<ProfileRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await queryable.select().from(vendorProfiles).where(eq(vendorProfiles.id, id));
  return row ?? null;
}

export async function findBuiltIn(queryable: Queryable, key: string): Promise<ProfileRow | null> {
  const [row] = await queryable.select().from(vendorProfiles).where(eq(vendorProfiles.builtIn, key));
  return row ?? null;
}

/** Locked until the transaction ends; null for an unknown id. */
export async function lockProfile(tx: Transaction, id: string): Promise<ProfileRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(vendorProfiles).where(eq(vendorProfiles.id, id)).for('update');
  return row ?? null;
}

/** Any number that no other feature uses for its advisory locks. */
const NAMES_LOCK = 435;

/** Whether another profile has the name, in whatever case; until the transaction ends nobody else takes one. */
export async function isNameTaken(tx: Transaction, name: string, exceptId: string | null): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${NAMES_LOCK}, 0)`);
  const others = exceptId === null ? undefined : ne(vendorProfiles.id, exceptId);
  const found = await tx
    .select({ id: vendorProfiles.id })
    .from(vendorProfiles)
    .where(and(sql`lower(${vendorProfiles.name}) = lower(${name})`, others));
  return found.length > 0;
}

export async function insertProfile(
  tx: Transaction,
  profile: { readonly name: string; readonly templates: ProfileTemplates; readonly now: Date },
): Promise<string> {
  const { name, templates, now } = profile;
  const [row] = await tx
    .insert(vendorProfiles)
    .values({ name, templates, createdAt: now, updatedAt: now })
    .returning({ id: vendorProfiles.id });
  if (!row) throw new Error('the vendor profile was not written');
  return row.id;
}

export async function updateProfile(
  tx: Transaction,
  id: string,
  change: Partial<Pick<ProfileRow, 'name' | 'templates'>> & { readonly updatedAt: Date },
): Promise<void> {
  await tx.update(vendorProfiles).set(change).where(eq(vendorProfiles.id, id));
}

/** How many access servers have it; those that are retired do not count. */
export async function countServersOf(tx: Transaction, id: string): Promise<number> {
  return tx.$count(accessServers, and(eq(accessServers.profileId, id), isNull(accessServers.retiredAt)));
}

/** Gives the retired access servers of a profile another one, which nothing uses. */
export async function moveRetired(tx: Transaction, fromId: string, toId: string): Promise<void> {
  await tx.update(accessServers).set({ profileId: toId }).where(eq(accessServers.profileId, fromId));
}

export async function deleteProfile(tx: Transaction, id: string): Promise<void> {
  await tx.delete(vendorProfiles).where(eq(vendorProfiles.id, id));
}

/** The speed of a plan, and those at its limit, null unless it is slower there; null for an unknown plan. */
export async function findPlanSpeeds(queryable: Queryable, planId: string) {
  if (!isUuid(planId)) return null;
  const [row] = await queryable
    .select({
      downloadMbps: servicePlans.downloadMbps,
      limitDownloadMbps: servicePlans.limitDownloadMbps,
      limitUploadMbps: servicePlans.limitUploadMbps,
    })
    .from(servicePlans)
    .where(eq(servicePlans.id, planId));
  return row ?? null;
}
