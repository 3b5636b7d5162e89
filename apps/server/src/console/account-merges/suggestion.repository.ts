import type { MergeSign } from '@portal/contract/console/account-merges';
import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { dismissedMergeSuggestions } from '../../platform/database/schema/console/account-merge.ts';

/** Of a name that very many have, as many as are looked at. */
const NAMESAKES = 500;

export type SuggestionRow = {
  readonly id: number;
  readonly name: string;
  readonly accountNumber: string;
  readonly email: string;
  readonly phone: string | null;
  readonly signs: MergeSign[];
};

/** Accounts that may be of the same person, those with the most signs first; each sign by its own index. */
export async function listSuggestionRows(
  queryable: Queryable,
  { customerId, limit }: { readonly customerId: number; readonly limit: number },
): Promise<SuggestionRow[]> {
  const theirLines = sql`(select l.id from lines l where l.account_id = ${customerId})`;
  const { rows } = await queryable.execute<SuggestionRow>(sql`
    with self as materialized (select * from users where id = ${customerId}),
    signed as (
      select u.id, 'phone' as sign from self join users u on u.phone = self.phone
        where self.phone_verified_at is not null and u.phone_verified_at is not null
      union all
      select namesake.id, 'name' from self cross join lateral (
        select u.id, u.phone from users u
        where search_key(u.last_name) = search_key(self.last_name) and search_key(u.first_name) = search_key(self.first_name)
          and search_key(self.last_name) <> '' and search_key(self.first_name) <> '' limit ${NAMESAKES}
      ) namesake
      where namesake.phone = self.phone
        or exists (select from lines theirs join lines own on own.account_id = ${customerId}
          where theirs.account_id = namesake.id and search_key(theirs.place) = search_key(own.place) and own.place <> '')
        or exists (select from billing_details theirs join billing_details own on own.user_id = ${customerId}
          where theirs.user_id = namesake.id and search_key(theirs.address) = search_key(own.address) and own.address <> '')
      union all
      select theirs.user_id, 'card' from payment_methods own join payment_methods theirs on theirs.card_signature = own.card_signature
        where own.user_id = ${customerId} and own.card_signature is not null and theirs.card_signature is not null
      union all
      select other.account_id, 'device' from network_lines mine
        join line_addresses own on own.username = mine.username
        join line_addresses theirs on theirs.mac = own.mac and theirs.username <> own.username
        join network_lines line on line.username = theirs.username
        join lines other on other.id = line.user_id
        where mine.user_id in ${theirLines} and own.mac is not null and theirs.mac is not null
      union all
      select theirs.account_id, 'device' from lines own join lines theirs on theirs.ont_mac = own.ont_mac
        where own.account_id = ${customerId} and own.ont_mac is not null and theirs.ont_mac is not null
    )
    select u.id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as name,
      a.number as "accountNumber", u.email, u.phone, array_agg(distinct signed.sign order by signed.sign) as signs
    from signed join users u on u.id = signed.id join accounts a on a.id = u.id
    where u.id <> ${customerId} and u.role = 'customer' and not u.disabled and a.kind = 'home'
      and not exists (select from dismissed_merge_suggestions d
        where d.one_id = least(u.id, ${customerId}::int) and d.other_id = greatest(u.id, ${customerId}::int))
    group by u.id, a.number
    order by count(distinct signed.sign) desc, u.id desc limit ${limit}`);
  return rows;
}

/** Repeating changes nothing. */
export async function insertDismissal(
  tx: Transaction,
  dismissal: { readonly pair: readonly [number, number]; readonly dismissedBy: number; readonly createdAt: Date },
): Promise<boolean> {
  const [oneId = 0, otherId = 0] = [...dismissal.pair].sort((a, b) => a - b);
  const { dismissedBy, createdAt } = dismissal;
  const inserted = await tx
    .insert(dismissedMergeSuggestions)
    .values({ oneId, otherId, dismissedBy, createdAt })
    .onConflictDoNothing()
    .returning();
  return inserted.length === 1;
}
