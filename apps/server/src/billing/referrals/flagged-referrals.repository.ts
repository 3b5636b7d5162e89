import type { ReferralFlag } from '@portal/contract/billing/staff-referrals';
import { and, desc, eq, getTableColumns, gt, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { referrals } from '../../platform/database/schema/billing/referral.ts';
import { referee, referrer, SIGNS, shownFlags } from './referral-fraud-signals.repository.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * How long a pair is checked for new signals: afterwards only the stored ones count, so that the
 * list stays fast however many referrals there are.
 */
const LOOKED_AT_DAYS = 60;

type Page = { readonly before: string | null; readonly limit: number; readonly now: Date };

const lookedAtSince = ({ now }: Page) => new Date(now.getTime() - LOOKED_AT_DAYS * DAY_MS);

/**
 * Created before the last referral of the page before; the first half of the condition lets an
 * index start there.
 */
function isOlder({ before }: Page): SQL | undefined {
  if (before === null) return undefined;
  const { createdAt, id } = referrals;
  return sql`${createdAt} <= (select r.created_at from ${referrals} r where r.id = ${before})
    and (${createdAt}, ${id}) < (select r.created_at, r.id from ${referrals} r where r.id = ${before})`;
}

/**
 * The pairs of a page: those with stored signals and those with present ones are each read newest
 * first, no further than the page goes.
 */
function pairsOf(database: Queryable, page: Page) {
  const newest = (which: SQL | undefined) =>
    database
      .select(getTableColumns(referrals))
      .from(referrals)
      .innerJoin(referrer, eq(referrer.id, referrals.referrerId))
      .innerJoin(referee, eq(referee.id, referrals.refereeId))
      .where(and(isOlder(page), which))
      .orderBy(desc(referrals.createdAt), desc(referrals.id))
      .limit(page.limit);
  const isRecent = gt(referrals.createdAt, lookedAtSince(page));
  return union(newest(sql`${referrals.flags} <> '{}'`), newest(and(isRecent, or(...Object.values(SIGNS))))).as('pairs');
}

/**
 * Pairs with at least one signal, stored or present, newest first; those before the referral
 * `before` when it is given. A wrong id finds nothing.
 */
export async function listFlagged(database: Queryable, page: Page) {
  if (page.before !== null && !isUuid(page.before)) return [];
  const pairs = pairsOf(database, page);
  const { id, status, reward, createdAt, completedAt } = pairs;
  const person = (row: typeof referrer | typeof referee) => ({
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
  });
  const rows = await database
    .select({
      id,
      status,
      reward,
      createdAt,
      completedAt,
      referrer: person(referrer),
      referee: person(referee),
      kept: pairs.flags,
      rewardApprovedAt: pairs.rewardApprovedAt,
      shown: sql<
        ReferralFlag[]
      >`case when ${gt(createdAt, lookedAtSince(page))} then ${shownFlags} else '{}'::text[] end`,
    })
    .from(pairs)
    .innerJoin(referrer, eq(referrer.id, pairs.referrerId))
    .innerJoin(referee, eq(referee.id, pairs.refereeId))
    .orderBy(desc(createdAt), desc(id))
    .limit(page.limit);
  const inOrder = Object.keys(SIGNS) as ReferralFlag[];
  return rows.map(({ kept, shown, ...row }) => ({
    ...row,
    flags: inOrder.filter((flag) => kept.includes(flag) || shown.includes(flag)),
  }));
}
