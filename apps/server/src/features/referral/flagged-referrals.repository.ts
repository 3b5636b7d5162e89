import type { ReferralFlag } from '@portal/contract/staff-referral';
import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { isUuid } from '../../database/is-uuid.ts';
import { referrals } from '../../database/schema/referral.ts';
import { referee, referrer, SIGNS, shownFlags } from './one-person.repository.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a pair is looked at anew: afterwards the signs that were kept say it, so that the list stays quick however many referrals there are. */
const LOOKED_AT_DAYS = 60;

/** Pairs with at least one sign, kept or shown now, newest first; those before the referral `before` when it is given. A wrong id finds nothing. */
export async function listFlagged(
  database: Queryable,
  page: { readonly before: string | null; readonly limit: number; readonly now: Date },
) {
  if (page.before !== null && !isUuid(page.before)) return [];
  const older =
    page.before === null
      ? undefined
      : sql`(${referrals.createdAt}, ${referrals.id}) < (select r.created_at, r.id from ${referrals} r where r.id = ${page.before})`;
  const isRecent = gt(referrals.createdAt, new Date(page.now.getTime() - LOOKED_AT_DAYS * DAY_MS));
  const isShown = or(...Object.values(SIGNS));
  const { id, status, reward, createdAt, completedAt } = referrals;
  const person = (row: typeof referrer | typeof referee) => ({
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
  });
  const rows = await database
    .select({
      ...{ id, status, reward, createdAt, completedAt },
      referrer: person(referrer),
      referee: person(referee),
      kept: referrals.flags,
      clearedAt: referrals.clearedAt,
      shown: sql<ReferralFlag[]>`case when ${isRecent} then ${shownFlags} else '{}'::text[] end`,
    })
    .from(referrals)
    .innerJoin(referrer, eq(referrer.id, referrals.referrerId))
    .innerJoin(referee, eq(referee.id, referrals.refereeId))
    .where(and(older, or(sql`${referrals.flags} <> '{}'`, and(isRecent, isShown))))
    .orderBy(desc(referrals.createdAt), desc(referrals.id))
    .limit(page.limit);
  const inOrder = Object.keys(SIGNS) as ReferralFlag[];
  return rows.map(({ kept, shown, ...row }) => ({
    ...row,
    flags: inOrder.filter((flag) => kept.includes(flag) || shown.includes(flag)),
  }));
}
