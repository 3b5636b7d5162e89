import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { runNamed } from '../../platform/database/run-named.ts';
import { signInAttempts, users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { signInRecords } from '../../platform/database/schema/identity/sign-in-record.ts';

export type SignInRecordRow = typeof signInRecords.$inferSelect;

export type NewSignInRecord = Omit<SignInRecordRow, 'id' | 'userId'> & {
  readonly userId: number | null;
  /** Of whom, where the person is not known yet. */
  readonly emailKey: string | null;
};

/** Of one account, way out and kind of device: more are an attack, whose first rows say enough. */
const MOST_AN_HOUR = 10;
const SHOWN = 20;
/** As long as failures are counted (decision 010). */
const COUNTED_MS = 24 * 3_600_000;

const INSERT = {
  name: 'insert_sign_in_records',
  text: `with noted as (
      select n.*, u.id, case when u.disabled then (select a.merged_into from accounts a where a.id = u.id) end as merged_into
      from jsonb_to_recordset($1::jsonb) n(place int, user_id int, email_key text, at timestamptz, outcome text, way text, device text,
        known_device boolean, address_prefix text, throttle_key text)
      join users u on u.id = coalesce(n.user_id, (select k.id from users k where k.email_key = n.email_key))
    ), numbered as (
      select coalesce(merged_into, id) as account, noted.*,
        row_number() over (partition by coalesce(merged_into, id), outcome, known_device order by place) as nth
      from noted
    )
    insert into sign_in_records (user_id, at, outcome, way, device, known_device, address_prefix, throttle_key)
    select account, at, outcome, way, device, known_device, address_prefix, throttle_key from numbered n
    where nth + (select count(*) from sign_in_records r where r.user_id = n.account and r.at > n.at - interval '1 hour'
      and r.outcome = n.outcome and r.known_device = n.known_device) <= ${MOST_AN_HOUR}
    order by place`,
};

/**
 * Stores how sign-ins ended, with the account that each of them leads to; those of addresses without an
 * account are left out, and what is beyond ten of a kind in an hour.
 */
export async function insertSignInRecords(queryable: Queryable, records: readonly NewSignInRecord[]): Promise<void> {
  const rows = records.map((record, place) => ({
    place,
    user_id: record.userId,
    email_key: record.emailKey,
    at: record.at,
    outcome: record.outcome,
    way: record.way,
    device: record.device,
    known_device: record.knownDevice,
    address_prefix: record.addressPrefix,
    throttle_key: record.throttleKey,
  }));
  await runNamed(queryable, INSERT, [JSON.stringify(rows)]);
}

/** The newest first. */
export async function listSignInRecords(queryable: Queryable, userId: number): Promise<SignInRecordRow[]> {
  return queryable
    .select()
    .from(signInRecords)
    .where(eq(signInRecords.userId, userId))
    .orderBy(desc(signInRecords.at), desc(signInRecords.id))
    .limit(SHOWN);
}

/** The keys under which failures at the account are counted since a day, of each device that was noted. */
export async function listThrottleKeys(queryable: Queryable, userId: number, now: Date): Promise<string[]> {
  const rows = await queryable
    .selectDistinct({ key: signInRecords.throttleKey })
    .from(signInRecords)
    .where(
      and(
        eq(signInRecords.userId, userId),
        gt(signInRecords.at, new Date(now.getTime() - COUNTED_MS)),
        isNotNull(signInRecords.throttleKey),
      ),
    );
  return rows.flatMap(({ key }) => key ?? []);
}

/** Until when each of these keys has to wait; without those that have not. */
export async function listWaits(queryable: Queryable, keys: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await queryable
    .select({ key: signInAttempts.key, until: signInAttempts.blockedUntil })
    .from(signInAttempts)
    .where(and(inArray(signInAttempts.key, [...keys]), gt(signInAttempts.blockedUntil, sql`now()`)));
  return new Map(rows.flatMap(({ key, until }) => (until === null ? [] : [[key, until] as const])));
}

/** The addresses that lead to an account, as they are counted: its own, and those of accounts merged into it. */
export async function listEmailKeys(queryable: Queryable, userId: number): Promise<string[]> {
  const merged = queryable.select({ id: accounts.id }).from(accounts).where(eq(accounts.mergedInto, userId));
  const rows = await queryable
    .select({ emailKey: users.emailKey })
    .from(users)
    .where(sql`${users.id} = ${userId} or ${users.id} in ${merged}`);
  return rows.map(({ emailKey }) => emailKey);
}
