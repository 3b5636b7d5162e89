import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

type Person = Readonly<Record<'firstName' | 'lastName' | 'email', AnyPgColumn>>;

/** First and last name, or the email address without one; of `users`, or of an alias of it. */
export function personName({ firstName, lastName, email }: Person = users): SQL<string> {
  return sql<string>`coalesce(nullif(concat_ws(' ', ${firstName}, ${lastName}), ''), ${email})`;
}
