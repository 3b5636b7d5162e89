import type { IpNetwork } from '@portal/kernel/ip-network';
import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { subscriptionAddons } from '../../platform/database/schema/billing/addon.ts';
import { subscriptionPeriods } from '../../platform/database/schema/billing/subscription.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { fixedAddresses } from '../../platform/database/schema/network/address.ts';
import { customerColumns } from '../access/line.repository.ts';
import { networkOf } from './address-pool.repository.ts';

export type FixedAddressRow = typeof fixedAddresses.$inferSelect;

/** Makes what staff do with the addresses of a line follow one another; false without such a line. */
export async function lockLineOfAddresses(tx: Transaction, lineId: number): Promise<boolean> {
  const rows = await tx.select({ id: lines.id }).from(lines).where(eq(lines.id, lineId)).for('no key update');
  return rows.length === 1;
}

/** The account of a line. */
export async function findAccountOfLine(queryable: Queryable, lineId: number): Promise<number> {
  const [row] = await queryable.select({ accountId: lines.accountId }).from(lines).where(eq(lines.id, lineId));
  if (!row) throw new Error(`no line ${lineId}`);
  return row.accountId;
}

/** The address that a line has, held until the transaction ends. */
export async function lockAddressOf(
  tx: Transaction,
  lineId: number,
  kind: FixedAddressRow['kind'],
): Promise<FixedAddressRow | null> {
  const [row] = await tx
    .select()
    .from(fixedAddresses)
    .where(and(eq(fixedAddresses.lineId, lineId), eq(fixedAddresses.kind, kind), isNull(fixedAddresses.endsAt)))
    .for('update');
  return row ?? null;
}

/** The addresses that lines have by these add-ons or on this line, held until the transaction ends. */
export async function lockAddresses(
  tx: Transaction,
  of: { readonly addonIds: readonly string[] } | { readonly lineId: number },
): Promise<FixedAddressRow[]> {
  return tx
    .select()
    .from(fixedAddresses)
    .where(
      and(
        'lineId' in of ? eq(fixedAddresses.lineId, of.lineId) : inArray(fixedAddresses.addonId, [...of.addonIds]),
        isNull(fixedAddresses.endsAt),
      ),
    )
    .orderBy(asc(fixedAddresses.id))
    .for('update');
}

/** Throws the violation of the exclusion constraint where another line has it at that time. */
export async function insertFixedAddress(tx: Transaction, values: typeof fixedAddresses.$inferInsert): Promise<void> {
  await tx.insert(fixedAddresses).values(values);
}

/** A clock that was set back ends nothing before it began. */
const atLeast = (at: Date) => sql<Date>`greatest(${fixedAddresses.startsAt}, ${at.toISOString()}::timestamptz)`;

/** Ends the time of an address, which the caller has locked; `freeFrom` is the end of its quarantine. */
export async function endFixedAddress(
  tx: Transaction,
  id: string,
  { endsAt, freeFrom }: { readonly endsAt: Date; readonly freeFrom: Date },
): Promise<void> {
  await tx
    .update(fixedAddresses)
    .set({ endsAt: atLeast(endsAt), freeFrom: atLeast(freeFrom) })
    .where(eq(fixedAddresses.id, id));
}

/** What a line has released is free at once, for itself. */
export async function endQuarantine(
  tx: Transaction,
  { lineId, address, now }: { readonly lineId: number; readonly address: string; readonly now: Date },
): Promise<void> {
  await tx
    .update(fixedAddresses)
    .set({ freeFrom: sql`greatest(${fixedAddresses.endsAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(eq(fixedAddresses.lineId, lineId), eq(fixedAddresses.address, address), gt(fixedAddresses.freeFrom, now)),
    );
}

const isHeld = (now: Date) => or(isNull(fixedAddresses.freeFrom), gt(fixedAddresses.freeFrom, now));

/** What of a network lines have or quarantine holds, in order. */
export async function listHeld(queryable: Queryable, network: string, now: Date): Promise<IpNetwork[]> {
  const rows = await queryable
    .select({ address: fixedAddresses.address })
    .from(fixedAddresses)
    .where(and(sql`${fixedAddresses.address} && ${network}::inet`, isHeld(now)))
    .orderBy(asc(fixedAddresses.address));
  return rows.map(({ address }) => networkOf(address));
}

/** Who holds an address or a part of it: the line that has it, or quarantine until `freeFrom`. */
export async function findHolder(queryable: Queryable, address: string, now: Date) {
  const [row] = await queryable
    .select({ lineId: fixedAddresses.lineId, endsAt: fixedAddresses.endsAt, freeFrom: fixedAddresses.freeFrom })
    .from(fixedAddresses)
    .where(and(sql`${fixedAddresses.address} && ${address}::inet`, isHeld(now)))
    .orderBy(desc(fixedAddresses.startsAt))
    .limit(1);
  return row ?? null;
}

/** The addresses of a line, each with its add-on and, where that is to end, when the paid time for it does. */
export async function listAddressesOf(queryable: Queryable, lineId: number) {
  return queryable
    .select({
      kind: fixedAddresses.kind,
      address: fixedAddresses.address,
      startsAt: fixedAddresses.startsAt,
      name: subscriptionAddons.name,
      monthlyFee: subscriptionAddons.monthlyFee,
      lastPeriod: subscriptionAddons.lastPeriod,
      lastEndsAt: subscriptionPeriods.endsAt,
    })
    .from(fixedAddresses)
    .innerJoin(subscriptionAddons, eq(subscriptionAddons.id, fixedAddresses.addonId))
    .leftJoin(
      subscriptionPeriods,
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionAddons.subscriptionId),
        eq(subscriptionPeriods.periodNumber, subscriptionAddons.lastPeriod),
      ),
    )
    .where(and(eq(fixedAddresses.lineId, lineId), isNull(fixedAddresses.endsAt)))
    .orderBy(asc(fixedAddresses.kind));
}

const LAST = 50;

/** What a line has and had, the newest first, at most 50. */
export async function listHistoryOf(queryable: Queryable, lineId: number) {
  return queryable
    .select({
      address: fixedAddresses.address,
      startsAt: fixedAddresses.startsAt,
      endsAt: fixedAddresses.endsAt,
      givenBy: personName(),
    })
    .from(fixedAddresses)
    .innerJoin(users, eq(users.id, fixedAddresses.givenBy))
    .where(eq(fixedAddresses.lineId, lineId))
    .orderBy(desc(fixedAddresses.startsAt), desc(fixedAddresses.id))
    .limit(LAST);
}

/** Whose the addresses of a pool are and were, the last given first, after the one of the id `before`. */
export async function listGiven(
  queryable: Queryable,
  { poolId, before, limit }: { readonly poolId: string; readonly before: string | undefined; readonly limit: number },
) {
  const isBefore =
    before !== undefined && isUuid(before)
      ? sql`(${fixedAddresses.startsAt}, ${fixedAddresses.id}) < (select b.starts_at, b.id from ${fixedAddresses} b where b.id = ${before})`
      : undefined;
  return queryable
    .select({ given: fixedAddresses, customer: customerColumns })
    .from(fixedAddresses)
    .innerJoin(lines, eq(lines.id, fixedAddresses.lineId))
    .innerJoin(users, eq(users.id, lines.accountId))
    .where(and(eq(fixedAddresses.poolId, poolId), isBefore))
    .orderBy(desc(fixedAddresses.startsAt), desc(fixedAddresses.id))
    .limit(limit);
}
