import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { sessionIds } from '../../apps/server/src/platform/crypto/hmac.ts';

/** A user with an account and a session. `cookie` is the header of their browser. */
export type Person = { readonly id: number; readonly email: string; readonly cookie: string };

export type PersonKind = 'customer' | 'admin';

/**
 * Writes `count` accounts with a session each directly into the database: passwords are not under
 * test here. Others of the same kind need another `name`.
 */
export async function createPeople(
  client: pg.Client,
  secret: string,
  kind: PersonKind,
  count: number,
  name: string = kind,
): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const { rows } = await client.query<{ id: number; email: string }>(
    `insert into users (email, email_key, password_hash, first_name, last_name, role, referral_code)
     select $3 || n || '@chat.example', $3 || n || '@chat.example', 'nobody signs in', initcap($3), 'No. ' || n, $1, 'CHAT' || $3 || n
     from generate_series(1, $2::int) n
     returning id, email`,
    [kind, count, name],
  );
  const people = rows.map(({ id, email }, index) => ({ id, email, cookie: `session=${tokens[index] ?? ''}` }));
  await client.query(
    `insert into sessions (sid, sess, user_id, expire, second_factor_at)
     select sid, '{"address":"127.0.0.1","userAgent":"chat soak test"}', user_id, now() + interval '24 hours', now()
     from unnest($1::text[], $2::int[]) as given (sid, user_id)`,
    [tokens.map((token) => sessionIds([secret], token)[0]), people.map(({ id }) => id)],
  );
  return people;
}
