import { and, asc, count, desc, eq, exists, gt, isNull, lt, lte, max, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { announcements } from '../../platform/database/schema/console/announcement.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { hasConsent } from '../../platform/database/schema/messaging/consent.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;
export type Audience = Pick<AnnouncementRow, 'kind' | 'audience'>;

const stopper = alias(users, 'stopper');

function hasLine(queryable: Queryable, which: SQL | undefined): SQL {
  return exists(
    queryable
      .select({ one: sql`1` })
      .from(userSubscriptions)
      .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
      .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
      .where(and(eq(lines.accountId, users.id), which)),
  );
}

/** The customers of an audience, as the contract spells it; never staff or disabled accounts. */
function meant(queryable: Queryable, audience: string): SQL | undefined {
  const [which, value = ''] = audience.split(':');
  const customer = and(eq(users.role, 'customer'), eq(users.disabled, false));
  const { status, planId, pausedUntil } = userSubscriptions;
  switch (which) {
    case 'everybody':
      return customer;
    case 'region':
      return and(customer, hasLine(queryable, and(ne(status, 'cancelled'), eq(servicePlans.region, value))));
    case 'plan':
      return and(customer, hasLine(queryable, and(ne(status, 'cancelled'), sql`${planId}::text = ${value}`)));
    case 'line':
      return and(customer, hasLine(queryable, and(sql`${status} = ${value}`, isNull(pausedUntil))));
    default:
      throw new Error(`no such audience: ${which}`);
  }
}

/** Whether they consent to promotions by a way that announcements take: by mail or on their devices. */
const wantsPromotions = sql`(${hasConsent(users.id, 'marketing-email')} or ${hasConsent(users.id, 'marketing-push')})`;

/**
 * Whether an announcement of this kind may be sent to them: service announcements go to everybody.
 */
const mayHear = (kind: Audience['kind']): SQL => (kind === 'promotion' ? wantsPromotions : sql`true`);

const recipients = (queryable: Queryable, { kind, audience }: Audience): SQL | undefined =>
  and(meant(queryable, audience), mayHear(kind));

/** How many customers an audience has, and how many of them will get the announcement. */
export async function countRecipients(
  queryable: Queryable,
  { kind, audience }: Audience,
): Promise<{ readonly audience: number; readonly customers: number }> {
  const customers = sql`count(*) filter (where ${mayHear(kind)})`.mapWith(Number);
  const [counted] = await queryable
    .select({ audience: count(), customers })
    .from(users)
    .where(meant(queryable, audience));
  return counted ?? { audience: 0, customers: 0 };
}

/** The id of the newest account. */
export async function findLastUserId(queryable: Queryable): Promise<number> {
  const [row] = await queryable.select({ id: max(users.id) }).from(users);
  return row?.id ?? 0;
}

/** The id of the new announcement, null when its form has been sent before. */
export async function insertAnnouncement(
  tx: Transaction,
  row: typeof announcements.$inferInsert,
): Promise<number | null> {
  const [written] = await tx
    .insert(announcements)
    .values(row)
    .onConflictDoNothing({ target: announcements.formId })
    .returning({ id: announcements.id });
  return written?.id ?? null;
}

export async function findByForm(tx: Transaction, formId: string): Promise<AnnouncementRow | null> {
  const [row] = await tx.select().from(announcements).where(eq(announcements.formId, formId));
  return row ?? null;
}

/**
 * Newest first, older than the announcement `before` if it is given, with the names of its author,
 * of who stopped it, and of its plan.
 */
export async function listAnnouncementRows(
  queryable: Queryable,
  page: { readonly before: number | null; readonly limit: number },
) {
  return queryable
    .select({
      announcement: announcements,
      planName: servicePlans.name,
      authorName: personName(users),
      stopperName: personName(stopper),
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, announcements.authorId))
    .leftJoin(stopper, eq(stopper.id, announcements.stoppedBy))
    .leftJoin(servicePlans, sql`${announcements.audience} = 'plan:' || ${servicePlans.id}`)
    .where(page.before === null ? undefined : lt(announcements.id, page.before))
    .orderBy(desc(announcements.id))
    .limit(page.limit);
}

/**
 * Claims an announcement that is being sent, service announcements first; no other worker claims it
 * until the transaction ends.
 */
export async function claimSending(
  tx: Transaction,
  { promotionsRest }: { readonly promotionsRest: boolean },
): Promise<AnnouncementRow | null> {
  const [row] = await tx
    .select()
    .from(announcements)
    .where(and(eq(announcements.state, 'sending'), promotionsRest ? eq(announcements.kind, 'service') : undefined))
    .orderBy(desc(announcements.kind), asc(announcements.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** The next recipients of an announcement, by account id. */
export async function listRecipients(tx: Transaction, row: AnnouncementRow, limit: number): Promise<number[]> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(gt(users.id, row.deliveredUntil), lte(users.id, row.lastUserId), recipients(tx, row)))
    .orderBy(asc(users.id))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Changes an announcement that the caller has claimed. */
export async function changeAnnouncement(
  tx: Transaction,
  id: number,
  change: Partial<Pick<AnnouncementRow, 'state' | 'delivered' | 'deliveredUntil' | 'endedAt'>>,
): Promise<void> {
  await tx.update(announcements).set(change).where(eq(announcements.id, id));
}

/**
 * Stops one that is being sent; to how many it was delivered, null when it is not being sent (any
 * more).
 */
export async function stopSending(
  tx: Transaction,
  id: number,
  stop: Pick<AnnouncementRow, 'endedAt' | 'stoppedBy' | 'stopReason'>,
): Promise<number | null> {
  const [row] = await tx
    .update(announcements)
    .set({ ...stop, state: 'stopped' })
    .where(and(eq(announcements.id, id), eq(announcements.state, 'sending')))
    .returning({ delivered: announcements.delivered });
  return row?.delivered ?? null;
}

export async function hasAnnouncement(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.$count(announcements, eq(announcements.id, id))) > 0;
}
