import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, max, ne, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { EncryptedColumn } from '../../platform/crypto/encrypted-column.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import {
  accessServerMinutes,
  accessServers,
  radiusClientFetches,
  vendorProfiles,
} from '../../platform/database/schema/network/access-server.ts';
import { usageSessions } from '../../platform/database/schema/network/usage.ts';

export type ServerRow = typeof accessServers.$inferSelect;

const secretsIn = (text: EncryptedColumn['text'], name: string) =>
  ({ name, purpose: 'access-server-secret', table: accessServers, id: accessServers.id, text }) as const;

/** The secrets that access servers share with us, and those before a turn. */
export const accessServerSecrets = secretsIn(accessServers.encryptedSecret, 'secrets of access servers');
export const previousAccessServerSecrets = secretsIn(
  accessServers.encryptedPreviousSecret,
  'previous secrets of access servers',
);

const isOnTheList = isNull(accessServers.retiredAt);

/** The names of those on the list that have these addresses, by address. */
export async function findServerNames(
  queryable: Queryable,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await queryable
    .select({ address: accessServers.address, name: accessServers.name })
    .from(accessServers)
    .where(and(inArray(accessServers.address, [...addresses]), isOnTheList));
  return new Map(rows.map(({ address, name }) => [address, name]));
}

/** The name of the access server whose address a column has; null where none on the list has it. */
export const serverName = (nas: AnyPgColumn) =>
  sql<
    string | null
  >`(select ${accessServers.name} from ${accessServers} where ${accessServers.address} = ${nas} and ${isOnTheList})`;

/** Those on the list, by name, each with its profile. */
export async function listServerRows(queryable: Queryable, id: string | null = null) {
  if (id !== null && !isUuid(id)) return [];
  return queryable
    .select({ server: accessServers, profile: vendorProfiles })
    .from(accessServers)
    .innerJoin(vendorProfiles, eq(vendorProfiles.id, accessServers.profileId))
    .where(and(isOnTheList, id === null ? undefined : eq(accessServers.id, id)))
    .orderBy(asc(sql`lower(${accessServers.name})`));
}

/** Locked until the transaction ends; null for one that is not on the list. */
export async function lockServer(tx: Transaction, id: string): Promise<ServerRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx
    .select()
    .from(accessServers)
    .where(and(eq(accessServers.id, id), isOnTheList))
    .for('no key update');
  return row ?? null;
}

/** Any number that no other feature uses for its advisory locks. */
const LIST_LOCK = 436;

/**
 * The others on the list with the name, in whatever case, or the address; until the transaction ends nobody else
 * takes one.
 */
export async function listNamesakes(
  tx: Transaction,
  wanted: { readonly name: string; readonly address: string; readonly exceptId: string | null },
): Promise<ServerRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LIST_LOCK}, 0)`);
  const { name, address, exceptId } = wanted;
  return tx
    .select()
    .from(accessServers)
    .where(
      and(
        isOnTheList,
        sql`(lower(${accessServers.name}) = lower(${name}) or ${accessServers.address} = ${address})`,
        exceptId === null ? undefined : ne(accessServers.id, exceptId),
      ),
    );
}

export type NewServer = Pick<
  typeof accessServers.$inferInsert,
  | 'name'
  | 'address'
  | 'profileId'
  | 'area'
  | 'coaPort'
  | 'encryptedSecret'
  | 'encryptedPreviousSecret'
  | 'takenOverFrom'
>;

/** Returns its id; null where it was taken over before, or something else on the list has its name or address. */
export async function insertServer(queryable: Queryable, server: NewServer, now: Date): Promise<string | null> {
  const [row] = await queryable
    .insert(accessServers)
    .values({ ...server, createdAt: now, updatedAt: now, clientChangedAt: now })
    .onConflictDoNothing()
    .returning({ id: accessServers.id });
  return row?.id ?? null;
}

export async function updateServer(tx: Transaction, id: string, change: Partial<ServerRow>): Promise<void> {
  await tx.update(accessServers).set(change).where(eq(accessServers.id, id));
}

/** The addresses of NAS_SECRETS that were taken over, and those that are on the list. */
export async function listKnownAddresses(queryable: Queryable): Promise<Set<string>> {
  const rows = await queryable
    .select({ address: accessServers.address, from: accessServers.takenOverFrom })
    .from(accessServers);
  return new Set(rows.flatMap(({ address, from }) => (from === null ? [address] : [address, from])));
}

/** How many open sessions each access server has, by address. */
export async function countSessionsByServer(queryable: Queryable) {
  return queryable
    .select({ address: usageSessions.nas, sessions: count() })
    .from(usageSessions)
    .where(isNull(usageSessions.endedAt))
    .groupBy(usageSessions.nas);
}

const sumOf = (column: (typeof accessServerMinutes)['packets'], since?: Date) =>
  since === undefined
    ? sql<number>`coalesce(sum(${column}), 0)::int`
    : sql<number>`coalesce(sum(${column}) filter (where ${accessServerMinutes.minute} > ${since.toISOString()}::timestamptz), 0)::int`;

/** Packets since `recent`, and answers since `since`, by address. */
export async function sumMinutes(
  queryable: Queryable,
  { since, recent }: { readonly since: Date; readonly recent: Date },
) {
  return queryable
    .select({
      address: accessServerMinutes.address,
      packets: sumOf(accessServerMinutes.packets, recent),
      done: sumOf(accessServerMinutes.coaDone),
      refused: sumOf(accessServerMinutes.coaRefused),
      silent: sumOf(accessServerMinutes.coaSilent),
    })
    .from(accessServerMinutes)
    .where(gt(accessServerMinutes.minute, since))
    .groupBy(accessServerMinutes.address);
}

type CountedMinute = typeof accessServerMinutes.$inferInsert;
export type HeardServer = { readonly address: string; readonly at: Date; readonly clockOffsetMs: number | null };

const plus = (column: (typeof accessServerMinutes)['packets']) =>
  sql`${column} + excluded.${sql.identifier(column.name)}`;

/** Adds to the minutes, and notes when each access server was last heard; in the order of addresses. */
export async function addMinutes(
  database: Database,
  minutes: readonly CountedMinute[],
  heard: readonly HeardServer[],
): Promise<void> {
  await database.transaction(async (tx) => {
    if (minutes.length > 0) {
      await tx
        .insert(accessServerMinutes)
        .values([...minutes])
        .onConflictDoUpdate({
          target: [accessServerMinutes.address, accessServerMinutes.minute],
          set: {
            packets: plus(accessServerMinutes.packets),
            coaDone: plus(accessServerMinutes.coaDone),
            coaRefused: plus(accessServerMinutes.coaRefused),
            coaSilent: plus(accessServerMinutes.coaSilent),
          },
        });
    }
    for (const { address, at, clockOffsetMs } of heard) {
      await tx
        .update(accessServers)
        .set({
          lastPacketAt: sql`greatest(${accessServers.lastPacketAt}, ${at.toISOString()}::timestamptz)`,
          ...(clockOffsetMs === null ? {} : { clockOffsetMs }),
        })
        .where(and(eq(accessServers.address, address), isOnTheList));
    }
  });
}

/** Deletes minutes before `before`, and RADIUS servers that have not read the list since. */
export async function pruneServerMinutes(database: Database, before: Date, fetchedBefore: Date): Promise<void> {
  await database.delete(accessServerMinutes).where(lt(accessServerMinutes.minute, before));
  await database.delete(radiusClientFetches).where(lt(radiusClientFetches.fetchedAt, fetchedBefore));
}

/** When what FreeRADIUS reads last changed; null before the first access server. */
export async function findClientChange(queryable: Queryable): Promise<Date | null> {
  const [row] = await queryable.select({ at: max(accessServers.clientChangedAt) }).from(accessServers);
  return row?.at ?? null;
}

/** The RADIUS servers that have read the list, by address. */
export async function listFetches(queryable: Queryable) {
  return queryable.select().from(radiusClientFetches).orderBy(asc(radiusClientFetches.address));
}

export async function recordFetch(database: Database, address: string, fetchedAt: Date): Promise<void> {
  await database
    .insert(radiusClientFetches)
    .values({ address, fetchedAt })
    .onConflictDoUpdate({ target: radiusClientFetches.address, set: { fetchedAt } });
}

/** Those on the list that were heard, with when. */
export async function listHeard(queryable: Queryable) {
  return queryable
    .select({ name: accessServers.name, at: accessServers.lastPacketAt })
    .from(accessServers)
    .where(and(isOnTheList, isNotNull(accessServers.lastPacketAt)));
}
