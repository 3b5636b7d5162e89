import { getTableColumns, lt, sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../platform/database/connection.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { signInAttempts, users } from '../../platform/database/schema/identity/account.ts';
import type { AccountRow } from '../accounts/account.repository.ts';

/**
 * How often a key may fail before it has to wait: 15 s after the next failure, doubled by each
 * further one, an hour at most, and a day from the hundredth failure in a row.
 */
export type CountedKey = { readonly key: string; readonly freeFailures: number };

/**
 * Either the attempt was counted (`account` is null where no account has the address), or the
 * caller has to wait so many whole seconds, at least 1.
 */
export type Attempt =
  | { readonly wait: null; readonly account: AccountRow | null }
  | { readonly wait: number; readonly account: null };

const STRAIGHT_FAILURES = 100;

/**
 * One more failure of `key`, or the first again after a day without failures; nothing while the key
 * has to wait. `$1` and `$2` are the key and its free failures.
 */
const countOnce = (key: string, freeFailures: string, when: string) => {
  const failures = `case when a.last_failure_at <= now() - interval '24 hours' then 1 else a.failures + 1 end`;
  const excess = `(${failures} - ${freeFailures}::int)`;
  const seconds = `case when ${failures} >= ${STRAIGHT_FAILURES} then 86400 else least(3600, 15 * power(2, least(${excess}, 30) - 1)) end`;
  return `insert into sign_in_attempts as a (key, failures, last_failure_at)
    select ${key}::text, 1, now() where ${when}
    on conflict (key) do update set failures = ${failures}, last_failure_at = now(),
      blocked_until = case when ${excess} > 0
        then now() + make_interval(secs => ${seconds}) end
      where a.blocked_until is null or a.blocked_until <= now()
    returning 1`;
};

const ACCOUNT = Object.entries(getTableColumns(users)).map(([field, column]) => `u.${column.name} as "${field}"`);

/**
 * The second key counts when the first has; the first does not while the second has to wait: a
 * refused attempt counts nowhere.
 */
const TAKE_ATTEMPT = `
  with waiting as (select blocked_until from sign_in_attempts where key in ($1::text, $3::text) and blocked_until > now()),
  own as (${countOnce('$1', '$2', 'not exists (select from waiting)')}),
  shared as (${countOnce('$3', '$4', '$3::text is not null and exists (select from own)')})
  select exists (select from own) and ($3::text is null or exists (select from shared)) as taken,
    (select ceil(extract(epoch from max(blocked_until) - now()))::int from waiting) as seconds, ${ACCOUNT.join(', ')}
  from (values ($5::text)) as asked (email_key) left join users u using (email_key)`;

type TakenRow = { readonly taken: boolean; readonly seconds: number | null } & (AccountRow | { readonly id: null });

/**
 * Counts one attempt at the account of this address against `own`, and against `shared` if there is
 * one, as failed, in one atomic statement, so that concurrent attempts are counted one after the
 * other. Reads the account in the same statement, because after hashing the statements are most of
 * the cost of a sign-in.
 */
export async function takeAttempt(
  { $client }: Connection,
  emailKey: string,
  own: CountedKey,
  shared: CountedKey | null,
): Promise<Attempt> {
  const { rows } = await $client.query<TakenRow>({
    name: 'take_attempt',
    text: TAKE_ATTEMPT,
    values: [own.key, own.freeFailures, shared?.key ?? null, shared?.freeFailures ?? null, emailKey],
  });
  const [row] = rows;
  if (!row?.taken) return { wait: Math.max(1, row?.seconds ?? 1), account: null };
  return { wait: null, account: row.id === null ? null : row };
}

const forget = prepared((queryable) =>
  queryable
    .delete(signInAttempts)
    .where(sql`${signInAttempts.key} = any(${sql.placeholder('keys')}::text[])`)
    .prepare('forget_attempts'),
);

export async function forgetAttempts(queryable: Queryable, keys: readonly string[]): Promise<void> {
  await forget(queryable).execute({ keys });
}

export async function deleteForgottenAttempts(database: Queryable): Promise<void> {
  await database.delete(signInAttempts).where(lt(signInAttempts.lastFailureAt, sql`now() - interval '24 hours'`));
}
