import type { AccountRole } from '@portal/contract/platform/endpoint';
import { and, eq, exists, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { accountDevices, sessions, signInAttempts, users } from '../../platform/database/schema/identity/account.ts';
import { accountPeople } from '../../platform/database/schema/identity/account-people.ts';
import { secondFactors } from '../../platform/database/schema/identity/second-factor.ts';
import { idleEnd } from './session.repository.ts';

const authenticatedAt = sql`${sql.placeholder('authenticatedAt')}::double precision`;
/** A customer with an authenticator app has ten minutes for its code; staff are asked at the console. */
const CODE_TIME = sql`interval '10 minutes'`;

/** The session, as long as the account is unchanged since its password was verified. */
function sessionOf(queryable: Queryable) {
  const isVerified = sql`${sql.placeholder('secondFactor')}::boolean`;
  const awaits = sql<boolean>`(${users.role} <> 'admin' and not ${isVerified} and exists (
    select 1 from ${secondFactors} factor where factor.user_id = users.id and factor.confirmed_at is not null))`;
  const account = queryable
    .select({
      sid: sql`${sql.placeholder('sid')}::text`.as('sid'),
      sess: sql`${sql.placeholder('sess')}::json`.as('sess'),
      userId: users.id,
      createdAt: sql`now()`.as('created_at'),
      expire: sql`case when ${awaits} then now() + ${CODE_TIME} else ${idleEnd} end`.as('expire'),
      secondFactorAt: sql`case when ${isVerified} then now() end`.as('second_factor_at'),
      provenAt:
        sql`case when ${authenticatedAt} > extract(epoch from now()) then now() else to_timestamp(${authenticatedAt}) end`.as(
          'proven_at',
        ),
      awaitsSecondFactor: awaits.as('awaits_second_factor'),
      accountId: sql`null::integer`.as('account_id'),
    })
    .from(users)
    .where(
      and(
        eq(users.id, sql.placeholder('userId')),
        eq(users.passwordHash, sql.placeholder('passwordHash')),
        eq(users.disabled, false),
      ),
    )
    .for('share');
  return queryable
    .insert(sessions)
    .select(account)
    .returning({ userId: sessions.userId, awaitsSecondFactor: sessions.awaitsSecondFactor });
}

/** One statement: after hashing, these writes are most of the cost of a sign-in. */
const openSessionOf = prepared((queryable) => {
  const opened = queryable.$with('opened').as(sessionOf(queryable));
  const device = sql`${sql.placeholder('device')}::text`;
  const isKnown = and(
    eq(accountDevices.userId, opened.userId),
    eq(accountDevices.device, device),
    isNull(accountDevices.forgottenAt),
  );
  const noted = queryable.$with('noted').as(
    queryable
      .update(accountDevices)
      .set({ seenAt: sql`now()` })
      .from(opened)
      // Of a day's sign-ins one writes.
      .where(and(isKnown, lt(accountDevices.seenAt, sql`now() - interval '1 day'`)))
      .returning({ userId: accountDevices.userId }),
  );
  const isCounted = sql`${signInAttempts.key} = any(${sql.placeholder('attempts')}::text[])`;
  const forgotten = queryable.$with('forgotten').as(
    queryable
      .delete(signInAttempts)
      .where(and(isCounted, exists(queryable.select().from(opened))))
      .returning({ key: signInAttempts.key }),
  );
  // Of a new session, which has chosen no account: that which they joined first.
  // Drizzle names columns without their table here, and both tables have a user_id.
  const accountRole = sql<AccountRole | null>`(select person.role from ${accountPeople} person
    where person.user_id = opened.user_id order by person.created_at, person.account_id limit 1)`;
  const isNewDevice = sql<boolean>`${device} is not null and not exists (select from ${accountDevices} known
    where known.user_id = opened.user_id and known.device = ${device} and known.forgotten_at is null)`;
  return queryable
    .with(opened, noted, forgotten)
    .select({
      accountRole: accountRole.as('account_role'),
      awaitsSecondFactor: opened.awaitsSecondFactor,
      isNewDevice: isNewDevice.as('is_new_device'),
    })
    .from(opened)
    .prepare('open_session');
});

export type Opened = {
  /** In the account that the person acts for. */
  readonly accountRole: AccountRole | null;
  /** The session is good for the code of the authenticator app, and for nothing else. */
  readonly awaitsSecondFactor: boolean;
  /** The account has not used the device before. */
  readonly isNewDevice: boolean;
};

/**
 * Opens a session, and deletes the failed sign-ins counted under these keys. Where `isNewDevice` the
 * caller records the device, by the serial of its cookie (`recordDevice`). `authenticatedAt` is when the person proved who they are, in
 * seconds since 1970; infinite for now. Null, writing nothing, when the account is disabled or its password is
 * no longer the one that was verified. The lock makes a change of the password wait for this
 * session, which it then ends, or this wait for the change.
 */
export async function openSession(
  queryable: Queryable,
  session: Pick<typeof sessions.$inferInsert, 'sid' | 'sess' | 'userId'>,
  proven: {
    readonly passwordHash: string;
    readonly device: string | null;
    readonly attempts: readonly string[];
    readonly secondFactor: boolean;
    readonly authenticatedAt: number | null;
  },
): Promise<Opened | null> {
  const { sid, sess, userId } = session;
  const opened = await openSessionOf(queryable).execute({ sid, sess: JSON.stringify(sess), userId, ...proven });
  return opened[0] ?? null;
}
