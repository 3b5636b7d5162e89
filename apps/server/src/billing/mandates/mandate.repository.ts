import { lagosDate } from '@portal/kernel/calendar';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { mandates } from '../../platform/database/schema/billing/mandate.ts';
import { paymentMethods, payments } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import type { MandateHint } from '../payments/gateways/direct-debit.port.ts';

export type MandateRow = typeof mandates.$inferSelect;
export type EndReason = NonNullable<MandateRow['endReason']>;

const OPEN = ['awaiting-approval', 'approved', 'active'] as const satisfies MandateRow['status'][];
const AWAITED = ['awaiting-approval', 'approved'] as const satisfies MandateRow['status'][];

/** More than any customer has; a bound all the same. */
const MOST = 20;

/** The newest first. */
export async function listOwnMandates(queryable: Queryable, userId: number): Promise<MandateRow[]> {
  return queryable
    .select()
    .from(mandates)
    .where(eq(mandates.userId, userId))
    .orderBy(desc(mandates.createdAt), desc(mandates.id))
    .limit(MOST);
}

export async function findOwnMandate(queryable: Queryable, userId: number, id: string): Promise<MandateRow | null> {
  const [row] = await queryable
    .select()
    .from(mandates)
    .where(and(eq(mandates.id, id), eq(mandates.userId, userId)));
  return row ?? null;
}

/** How many of an account's mandates wait for their approval. */
export async function countAwaiting(queryable: Queryable, userId: number): Promise<number> {
  const [row] = await queryable
    .select({ count: count() })
    .from(mandates)
    .where(and(eq(mandates.userId, userId), eq(mandates.status, 'awaiting-approval')));
  return row?.count ?? 0;
}

export async function insertMandate(queryable: Queryable, values: typeof mandates.$inferInsert): Promise<MandateRow> {
  const [row] = await queryable.insert(mandates).values(values).returning();
  if (!row) throw new Error('no mandate was stored');
  return row;
}

type Change = Partial<
  Pick<
    typeof mandates.$inferInsert,
    | 'status'
    | 'reference'
    | 'approvalUrl'
    | 'bankName'
    | 'lastFour'
    | 'codeHash'
    | 'paymentMethodId'
    | 'nextCheckAt'
    | 'approvedAt'
    | 'activeAt'
    | 'endedAt'
    | 'endReason'
  >
>;

/** Changes a mandate that is in one of these states; null where it is not any more. */
export async function moveMandate(
  queryable: Queryable,
  id: string,
  from: readonly MandateRow['status'][],
  change: Change,
): Promise<MandateRow | null> {
  const [row] = await queryable
    .update(mandates)
    .set(change)
    .where(and(eq(mandates.id, id), inArray(mandates.status, [...from])))
    .returning();
  return row ?? null;
}

/** Sets when the vendor is asked about a mandate next; null for never. */
export async function scheduleMandateCheck(queryable: Queryable, id: string, nextCheckAt: Date | null): Promise<void> {
  await queryable.update(mandates).set({ nextCheckAt }).where(eq(mandates.id, id));
}

/** Locks a mandate until the transaction ends. Subscriptions are locked before. */
export async function lockMandate(tx: Transaction, id: string): Promise<MandateRow | null> {
  const [row] = await tx.select().from(mandates).where(eq(mandates.id, id)).for('update');
  return row ?? null;
}

/**
 * Claims up to `limit` mandates that are due for a check, until the lease ends. One without a reference of the
 * vendor's is being opened; only where that began before `openedBefore` it is due.
 */
export async function claimDueMandates(
  queryable: Queryable,
  claim: { readonly now: Date; readonly openedBefore: Date; readonly leaseEndsAt: Date; readonly limit: number },
): Promise<MandateRow[]> {
  const due = queryable
    .select({ id: mandates.id })
    .from(mandates)
    .where(
      and(
        lte(mandates.nextCheckAt, claim.now),
        or(isNotNull(mandates.reference), lte(mandates.createdAt, claim.openedBefore)),
      ),
    )
    .orderBy(asc(mandates.nextCheckAt))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  return queryable
    .update(mandates)
    .set({ nextCheckAt: claim.leaseEndsAt })
    .where(inArray(mandates.id, due))
    .returning();
}

/**
 * Has the mandates checked now that a vendor's message may be about: by its reference or code, else those of
 * a customer that are awaited. Returns how many.
 */
export async function hintMandates(
  queryable: Queryable,
  hint: Omit<MandateHint, 'code'> & { readonly provider: string; readonly codeHash: string | null },
  now: Date,
): Promise<number> {
  const { reference, codeHash, email } = hint;
  const meant = [
    ...(reference === null ? [] : [eq(mandates.reference, reference)]),
    ...(codeHash === null ? [] : [eq(mandates.codeHash, codeHash)]),
    ...(email === null ? [] : [and(eq(mandates.email, email), inArray(mandates.status, [...AWAITED]))]),
  ];
  if (meant.length === 0) return 0;
  const hinted = await queryable
    .update(mandates)
    .set({ nextCheckAt: now })
    .where(and(eq(mandates.provider, hint.provider), or(...meant)))
    .returning({ id: mandates.id });
  return hinted.length;
}

/** Has the vendor asked soon about the mandate of a saved method. */
export async function hintMandateOf(queryable: Queryable, paymentMethodId: string, now: Date): Promise<void> {
  await queryable.update(mandates).set({ nextCheckAt: now }).where(eq(mandates.paymentMethodId, paymentMethodId));
}

/**
 * Ends the mandate of a method that has been removed; the vendor is still to be told. Does nothing for one
 * that has ended.
 */
export async function revokeMandateOf(
  tx: Transaction,
  paymentMethodId: string,
  endReason: EndReason,
  now: Date,
): Promise<void> {
  await tx
    .update(mandates)
    .set({ status: 'revoked', endedAt: now, endReason, approvalUrl: null, nextCheckAt: now })
    .where(and(eq(mandates.paymentMethodId, paymentMethodId), eq(mandates.status, 'active')));
}

/** The mandates, not ended here, whose codes have these hashes. */
export async function findByCodes(queryable: Queryable, codeHashes: readonly string[]): Promise<MandateRow[]> {
  if (codeHashes.length === 0) return [];
  return queryable
    .select()
    .from(mandates)
    .where(and(inArray(mandates.codeHash, [...codeHashes]), inArray(mandates.status, [...OPEN])));
}

/** An account's other active mandates for the same bank account, as far as bank and digits tell. */
export async function listSameAccount(tx: Transaction, mandate: MandateRow): Promise<MandateRow[]> {
  const { userId, bankName, lastFour } = mandate;
  if (bankName === null || lastFour === null) return [];
  return tx
    .select()
    .from(mandates)
    .where(
      and(
        eq(mandates.userId, userId),
        eq(mandates.status, 'active'),
        eq(mandates.bankName, bankName),
        eq(mandates.lastFour, lastFour),
        ne(mandates.id, mandate.id),
      ),
    );
}

/** The account that a subscription belongs to, while it is not cancelled. */
export async function findOwner(tx: Transaction, subscriptionId: string) {
  const [row] = await tx
    .select({ accountId: lines.accountId, lineId: userSubscriptions.lineId })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(and(eq(userSubscriptions.id, subscriptionId), ne(userSubscriptions.status, 'cancelled')));
  return row ?? null;
}

/**
 * Records that the owners of mandates are told that these will not pay for the month that is due between
 * two moments: not activated by the bank yet, or paused, and nothing else is charged. Each once for a month;
 * returns those who were not told before.
 */
export async function takeIdle(
  tx: Transaction,
  due: { readonly from: Date; readonly to: Date; readonly limit: number },
) {
  const dueDay = sql`(${userSubscriptions.nextRenewal} at time zone 'Africa/Lagos')::date`;
  const idle = await tx
    .select({ mandate: mandates, lineId: userSubscriptions.lineId, nextRenewal: userSubscriptions.nextRenewal })
    .from(mandates)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, mandates.subscriptionId))
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(users, eq(users.id, lines.accountId))
    .leftJoin(paymentMethods, eq(paymentMethods.id, mandates.paymentMethodId))
    .where(
      and(
        or(
          inArray(mandates.status, [...AWAITED]),
          and(eq(mandates.status, 'active'), isNotNull(paymentMethods.pausedAt)),
        ),
        eq(userSubscriptions.status, 'active'),
        isNull(userSubscriptions.cancelRequestedAt),
        gt(userSubscriptions.nextRenewal, due.from),
        lte(userSubscriptions.nextRenewal, due.to),
        eq(lines.accountId, mandates.userId),
        eq(users.disabled, false),
        sql`${mandates.idleToldFor} is distinct from ${dueDay}`,
        sql`not exists (select from auto_pay_consents c join payment_methods m on m.id = c.payment_method_id
          where c.subscription_id = ${userSubscriptions.id} and c.ended_at is null and m.paused_at is null)`,
      ),
    )
    .limit(due.limit)
    .for('update', { of: mandates, skipLocked: true });
  for (const { mandate, nextRenewal } of idle)
    await tx
      .update(mandates)
      .set({ idleToldFor: lagosDate(nextRenewal) })
      .where(eq(mandates.id, mandate.id));
  return idle;
}

/**
 * Since when the oldest mandate has waited for its bank to activate it, and the oldest charge of any mandate for
 * an answer; null where none waits.
 */
export async function findLongestWaits(queryable: Queryable) {
  const { rows } = await queryable.execute<{ activation: Date | string | null; charge: Date | string | null }>(sql`
    select (select min(${mandates.approvedAt}) from ${mandates} where ${mandates.status} = 'approved') as activation,
      (select min(${payments.createdAt}) from ${payments}
        join ${paymentMethods} on ${paymentMethods.id} = ${payments.paymentMethodId} and ${paymentMethods.kind} = 'mandate'
        where ${payments.status} in ('initialized', 'pending') and ${payments.chargeDay} is not null) as charge`);
  const since = (at: Date | string | null | undefined) => (at === null || at === undefined ? null : new Date(at));
  return { activation: since(rows[0]?.activation), charge: since(rows[0]?.charge) };
}

/** How many mandates are in each state, without those that are over. */
export async function countMandates(queryable: Queryable) {
  return queryable
    .select({ status: mandates.status, count: count() })
    .from(mandates)
    .where(inArray(mandates.status, [...OPEN]))
    .groupBy(mandates.status);
}
