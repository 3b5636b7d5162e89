import { randomBytes } from 'node:crypto';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type pg from 'pg';
import { sessionIds } from '../../apps/server/src/platform/crypto/hmac.ts';

/** Somebody who calls, and the headers of their session. */
export type Caller = {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
};

/** Opens a session for a person in the database; passwords are not under test here. */
export async function openSession(client: pg.Client, secret: string, userId: number): Promise<Caller> {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `insert into sessions (sid, sess, user_id, expire, second_factor_at)
     values ($1, '{"address":"127.0.0.1","userAgent":"fuzz"}', $2, now() + interval '24 hours', now())`,
    [sessionIds([secret], token)[0], userId],
  );
  return { id: userId, headers: { cookie: `session=${token}` } };
}

/** Gives a person exactly this role of staff, or makes them a customer. */
export async function giveRole(client: pg.Client, userId: number, role: StaffRole | null): Promise<void> {
  await client.query('delete from staff_member_roles where user_id = $1 and role is distinct from $2', [userId, role]);
  if (role !== null) {
    await client.query('insert into staff_member_roles (user_id, role) values ($1, $2) on conflict do nothing', [
      userId,
      role,
    ]);
  }
  await client.query('update users set role = $2 where id = $1', [userId, role === null ? 'customer' : 'admin']);
}

/** Saves the row of an account; the function that is returned writes it back after calls that have changed it. */
export async function saveAccount(client: pg.Client, userId: number): Promise<() => Promise<void>> {
  const { rows } = await client.query('select to_jsonb(u) as saved from users u where id = $1', [userId]);
  return async () => {
    await client.query(
      `update users u set email = k.email, email_key = k.email_key, password_hash = k.password_hash,
         first_name = k.first_name, last_name = k.last_name, phone = k.phone, phone_verified_at = k.phone_verified_at,
         disabled = k.disabled
       from jsonb_populate_record(null::users, $2) k where u.id = $1
         and (u.email, u.password_hash, u.disabled) is distinct from (k.email, k.password_hash, k.disabled)`,
      [userId, rows[0]?.saved],
    );
  };
}
