import type { ReferralFlag } from '@portal/contract/staff-referral';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../database/connection.ts';
import { isUuid } from '../../database/is-uuid.ts';
import { accountDevices, sessions, users } from '../../database/schema/account.ts';
import { paymentMethods, payments } from '../../database/schema/payment.ts';
import { referrals } from '../../database/schema/referral.ts';

const referrer = alias(users, 'referrer');
const referee = alias(users, 'referee');

/** A mailbox without what many providers ignore in it: the tag behind a plus sign. */
const mailbox = (person: typeof referrer | typeof referee) => sql`regexp_replace(${person.emailKey}, '\\+[^@]*@', '@')`;

/** The cards that somebody has paid with or has had kept, also such as are removed. */
const cardsOf = (person: typeof referrer | typeof referee) => sql`(
  select ${payments.card} ->> 'signature' as signature from ${payments} where ${payments.userId} = ${person.id}
  union select ${paymentMethods.cardSignature} from ${paymentMethods} where ${paymentMethods.userId} = ${person.id})`;

/** What makes a pair look like one person, each a condition on the two (threats U5). */
const SIGNS: Readonly<Record<ReferralFlag, SQL>> = {
  'same-phone': sql`(${referrer.phoneVerifiedAt} is not null and ${referee.phoneVerifiedAt} is not null and ${referrer.phone} = ${referee.phone})`,
  'same-card': sql`exists (select 1 from ${cardsOf(referrer)} a join ${cardsOf(referee)} b on b.signature = a.signature)`,
  'same-mailbox': sql`(${mailbox(referrer)} = ${mailbox(referee)})`,
  'same-device': sql`exists (select 1 from ${accountDevices} a join ${accountDevices} b on b.device = a.device
    where a.user_id = ${referrer.id} and b.user_id = ${referee.id})`,
  'same-address': sql`exists (select 1 from ${sessions} a join ${sessions} b on b.sess ->> 'address' = a.sess ->> 'address'
    where a.user_id = ${referrer.id} and b.user_id = ${referee.id})`,
  circle: sql`exists (select 1 from ${referrals} back where back.referrer_id = ${referee.id} and back.referee_id = ${referrer.id})`,
};

/** What says it without a doubt: a home or a mobile network has one address for many people. */
const SURE: readonly ReferralFlag[] = ['same-phone', 'same-card', 'same-mailbox', 'same-device', 'circle'];

const NAMES = Object.keys(SIGNS) as ReferralFlag[];

const flags = sql<ReferralFlag[]>`array_remove(array[${sql.join(
  NAMES.map((name) => sql`case when ${SIGNS[name]} then ${name}::text end`),
  sql`, `,
)}], null)`;

/** Pairs with at least one sign, newest first; those before the referral `before` when it is given. A wrong id finds nothing. */
export async function listFlagged(
  database: Queryable,
  page: { readonly before: string | null; readonly limit: number },
) {
  if (page.before !== null && !isUuid(page.before)) return [];
  const older =
    page.before === null
      ? undefined
      : sql`(${referrals.createdAt}, ${referrals.id}) < (select r.created_at, r.id from ${referrals} r where r.id = ${page.before})`;
  const { id, status, reward, createdAt, completedAt } = referrals;
  const person = (row: typeof referrer | typeof referee) => ({
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
  });
  return database
    .select({
      ...{ id, status, reward, createdAt, completedAt },
      referrer: person(referrer),
      referee: person(referee),
      flags,
    })
    .from(referrals)
    .innerJoin(referrer, eq(referrer.id, referrals.referrerId))
    .innerJoin(referee, eq(referee.id, referrals.refereeId))
    .where(
      and(
        older,
        sql`(${sql.join(
          NAMES.map((name) => SIGNS[name]),
          sql` or `,
        )})`,
      ),
    )
    .orderBy(desc(referrals.createdAt), desc(referrals.id))
    .limit(page.limit);
}

/** Whether the two of a referral are one person, or each the other's friend. */
export async function isOnePerson(queryable: Queryable, referralId: string): Promise<boolean> {
  const found = await queryable
    .select({ id: referrals.id })
    .from(referrals)
    .innerJoin(referrer, eq(referrer.id, referrals.referrerId))
    .innerJoin(referee, eq(referee.id, referrals.refereeId))
    .where(
      and(
        eq(referrals.id, referralId),
        sql`(${sql.join(
          SURE.map((name) => SIGNS[name]),
          sql` or `,
        )})`,
      ),
    );
  return found.length > 0;
}
