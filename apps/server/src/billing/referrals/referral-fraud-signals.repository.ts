import type { ReferralFlag } from '@portal/contract/billing/staff-referrals';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
import { paymentMethods, payments } from '../../platform/database/schema/billing/payment.ts';
import { referrals } from '../../platform/database/schema/billing/referral.ts';
import { accountDevices, sessions, users } from '../../platform/database/schema/identity/account.ts';

export const referrer = alias(users, 'referrer');
export const referee = alias(users, 'referee');
const friend = alias(users, 'friend');
type Person = typeof referrer | typeof referee | typeof friend;

/** A mailbox without what many providers ignore in it: the tag behind a plus sign. */
const mailbox = (person: Person) => sql`regexp_replace(${person.emailKey}, '\\+[^@]*@', '@')`;

/**
 * The fingerprints of the cards that somebody has paid with or has saved, removed ones too: per
 * gateway, and across gateways.
 */
const cardsOf = (person: Person) => sql`(
  select ${payments.card} ->> 'signature' as mark from ${payments} where ${payments.userId} = ${person.id}
  union select ${payments.card} ->> 'fingerprint' from ${payments} where ${payments.userId} = ${person.id}
  union select ${paymentMethods.cardSignature} from ${paymentMethods} where ${paymentMethods.userId} = ${person.id})`;

/** A postal address without case, blanks and punctuation. */
const addressOf = (person: Person) => sql`(
  select nullif(regexp_replace(search_key(${billingDetails.address}), '[^[:alnum:]]', '', 'g'), '')
  from ${billingDetails} where ${billingDetails.userId} = ${person.id})`;

const samePhone = (one: Person, other: Person) =>
  sql`(${one.phoneVerifiedAt} is not null and ${other.phoneVerifiedAt} is not null and ${one.phone} = ${other.phone})`;
const sameCard = (one: Person, other: Person) =>
  sql`exists (select 1 from ${cardsOf(one)} a join ${cardsOf(other)} b on b.mark = a.mark)`;
const sameMailbox = (one: Person, other: Person) => sql`(${mailbox(one)} = ${mailbox(other)})`;
const sameDevice = (one: Person, other: Person) => sql`exists (
  select 1 from ${accountDevices} a join ${accountDevices} b on b.device = a.device where a.user_id = ${one.id} and b.user_id = ${other.id})`;

const samePostalAddress = (one: Person, other: Person) => sql`(${addressOf(one)} = ${addressOf(other)})`;
const sameNetwork = (one: Person, other: Person) => sql`exists (
  select 1 from ${sessions} a join ${sessions} b on b.sess ->> 'address' = a.sess ->> 'address' where a.user_id = ${one.id} and b.user_id = ${other.id})`;
const sameSurname = (one: Person, other: Person) =>
  sql`(search_key(${one.lastName}) <> '' and search_key(${one.lastName}) = search_key(${other.lastName}))`;

/**
 * The signals that a pair may be one person, each a condition on the two (threats U5). `ring`: the
 * friend is another friend of the same referrer who has been rewarded already.
 */
export const SIGNS: Readonly<Record<ReferralFlag, SQL>> = {
  'same-phone': samePhone(referrer, referee),
  'same-card': sameCard(referrer, referee),
  'same-mailbox': sameMailbox(referrer, referee),
  'same-device': sameDevice(referrer, referee),
  'same-address': sameNetwork(referrer, referee),
  'same-postal-address': samePostalAddress(referrer, referee),
  'same-home': sql`(${sameNetwork(referrer, referee)} and ${sameSurname(referrer, referee)})`,
  // A customer was referred at most once. Written like this it is an index lookup, where PostgreSQL
  // would read all referrals for `exists`.
  circle: sql`(select back.referrer_id from ${referrals} back where back.referee_id = ${referrer.id}) = ${referee.id}`,
  ring: sql`exists (select 1 from ${referrals} other join ${users} friend on friend.id = other.referee_id
    where other.referrer_id = ${referrer.id} and other.status = 'completed' and other.referee_id <> ${referee.id}
      and (${samePhone(friend, referee)} or ${sameMailbox(friend, referee)} or ${sameDevice(friend, referee)} or ${sameCard(friend, referee)}
        or ${samePostalAddress(friend, referee)}))`,
};

const NAMES = Object.keys(SIGNS) as ReferralFlag[];

/**
 * This one flags a pair for staff, but the reward is paid all the same: a mobile network has one
 * address for thousands of people.
 */
const DOUBTFUL: ReferralFlag = 'same-address';

/** The present signals of a pair. */
export const shownFlags = sql<ReferralFlag[]>`array_remove(array[${sql.join(
  NAMES.map((name) => sql`case when ${SIGNS[name]} then ${name}::text end`),
  sql`, `,
)}], null)`;

async function findFlags(queryable: Queryable, referralId: string) {
  const [row] = await queryable
    .select({ shown: shownFlags, kept: referrals.flags, rewardApprovedAt: referrals.rewardApprovedAt })
    .from(referrals)
    .innerJoin(referrer, eq(referrer.id, referrals.referrerId))
    .innerJoin(referee, eq(referee.id, referrals.refereeId))
    .where(eq(referrals.id, referralId));
  return row ?? { shown: [], kept: [], rewardApprovedAt: null };
}

/** Whether a pair with these signals gets no reward, unless staff have approved it. */
export function isWithheld(flags: readonly ReferralFlag[], rewardApprovedAt: Date | null): boolean {
  return rewardApprovedAt === null && flags.some((flag) => flag !== DOUBTFUL);
}

/**
 * Whether the two of a referral are one person or household, or referred each other, or the friend
 * is one whom the referrer has been rewarded for; never after staff have approved the reward.
 */
export async function hasFraudSignals(queryable: Queryable, referralId: string): Promise<boolean> {
  const { shown, rewardApprovedAt } = await findFlags(queryable, referralId);
  return isWithheld(shown, rewardApprovedAt);
}

/**
 * Stores the present signals of a pair, because sessions end and devices are deleted; returns like
 * hasFraudSignals.
 */
export async function recordFraudSignals(tx: Transaction, referralId: string): Promise<boolean> {
  const { shown, kept, rewardApprovedAt } = await findFlags(tx, referralId);
  const flags = [...new Set([...kept, ...shown])];
  if (flags.length > kept.length) await tx.update(referrals).set({ flags }).where(eq(referrals.id, referralId));
  return isWithheld(shown, rewardApprovedAt);
}
